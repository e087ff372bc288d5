from kibitz.arena.markup import clean, element, join


def test_text_and_attributes_are_escaped() -> None:
    made = element("p", "<b> & 'c'", class_='x" onload="y', aria_label=None)
    assert made == '<p class="x&quot; onload=&quot;y">&lt;b&gt; &amp; &#x27;c&#x27;</p>'


def test_elements_in_elements_are_not_escaped_again() -> None:
    inner = element("code", "a<b")
    assert element("p", inner, " < ", inner) == (
        "<p><code>a&lt;b</code> &lt; <code>a&lt;b</code></p>"
    )
    assert join([inner, "<"]) == "<code>a&lt;b</code>&lt;"


def test_formatted_markup_counts_as_text() -> None:
    assert element("p", f"{element('i', 'x')}") == "<p>&lt;i&gt;x&lt;/i&gt;</p>"


def test_names_of_attributes_are_written_as_in_html() -> None:
    assert element("line", class_="a", text_anchor="end", x1=0) == (
        '<line class="a" text-anchor="end" x1="0"/>'
    )


def test_what_cannot_be_printed_is_shown_as_a_question_mark() -> None:
    assert clean("a\x00b\x1b\ud800\u202ec\u00a0\u00e9") == "a?b???c\u00a0\u00e9"
