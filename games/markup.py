"""What is done to a page or a part of one before it is sent."""


def squeezed(text: str) -> str:
    """Without what only indents it. Nobody pays for that; the parts of a table are boxes of grids and rows, between
    which space means nothing."""
    return "\n".join(line for line in map(str.strip, text.splitlines()) if line).replace(">\n<", "><")
