// A bot for Kibitz in JavaScript: a random legal move in any game, the same for the same seed.
const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.kind === "hello") {
    say({ protocol: 1, name: "random-js", version: "1.0" });
  } else if (asked.kind === "advise") {
    say({ move: asked.moves[asked.seed % asked.moves.length].move });
  } // a line of another kind, such as match, has no answer
});

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}
