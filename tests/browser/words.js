// Words that are broken inside or cut off, as [what, the words]: nobody reads "REVIE W", or a name that ends in mid-air.
() => {
  const LONG = 20; // letters: what is longer may break on a phone, as may what is no word
  const found = [];
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 2 && box.height > 2;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || !seen(parent) || parent.closest("code, pre, option, textarea, script, style, svg, .unseen")) {
      continue;
    }
    for (const match of node.data.matchAll(/[\p{L}\p{M}\p{N}’']{2,}/gu)) {
      if (match[0].length > LONG) {
        continue;
      }
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const tops = new Set(Array.from(range.getClientRects(), (box) => Math.round(box.top)));
      if (tops.size > 1 && Math.max(...tops) - Math.min(...tops) > 4) {
        found.push(["broken", match[0], parent.outerHTML.slice(0, 160)]);
      }
    }
  }
  for (const element of document.querySelectorAll("body *")) {
    const style = getComputedStyle(element);
    const hides = style.overflowX === "hidden" || style.overflowX === "clip";
    const button = element.matches("button, .action, .button, .tag, th, td, summary");
    if ((hides || button) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 2 && seen(element) && element.textContent.trim()) {
      // A turn on the cloth of a small phone keeps to its lines, with an ellipsis: it stands whole in the list below.
      if (style.display !== "inline" && style.webkitLineClamp === "none" && !element.closest("svg")) {
        found.push([hides ? "cut" : "sticks out", element.textContent.trim().slice(0, 40), element.outerHTML.slice(0, 160)]);
      }
    }
  }
  return found;
}
