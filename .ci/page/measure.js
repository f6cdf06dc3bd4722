// Runs inside a copy of a page, before all else in it, and tells the page around it what it found: a line that begins with
// "ok", or one complaint a line.
(() => {
  const least = 11; // pixels of type, as shown
  const complaints = [];
  const complain = (text) => { if (complaints.length < 40) complaints.push(text); };
  addEventListener("error", (event) => complain(`script error: ${event.message}`));
  addEventListener("securitypolicyviolation", (event) => complain(`refused by the page's policy: ${event.violatedDirective}`));

  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const words = (element) => element.textContent.trim().slice(0, 40);
  const touch = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;

  // The part of a text's box that letters may fill: without the space above and below that fonts add.
  const letters = (element) => {
    const box = element.getBoundingClientRect();
    const spare = box.height * 0.12;
    return { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
  };

  const checkWidth = () => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
      complain(`the page is ${document.documentElement.scrollWidth} wide in a window of ${width}`);
    }
    for (const element of document.querySelectorAll("body *")) {
      if (element.closest("svg") !== null && element.tagName !== "svg") continue;
      const scroller = element.closest(".scroll");
      if ((scroller && scroller !== element) || element.closest(".skip-link") || !shown(element)) continue;
      const right = element.getBoundingClientRect().right;
      if (right > width + 1) complain(`<${element.tagName}> ends at ${Math.round(right)} of ${width}: ${words(element)}`);
    }
  };

  const checkType = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let count = 0;
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || element.closest("title,desc,script,style") || !shown(element)) continue;
      const scale = element.closest("svg") ? element.getScreenCTM().a : 1;
      const size = parseFloat(getComputedStyle(element).fontSize) * scale;
      if (size < least) complain(`type of ${size.toFixed(1)} px: ${words(element)}`);
      count += 1;
    }
    return count;
  };

  const checkFigures = () => {
    let count = 0;
    for (const figure of document.querySelectorAll("svg[role=img]")) {
      const ids = figure.getAttribute("aria-labelledby").split(" ");
      if (!ids.every((id) => document.getElementById(id)?.textContent)) complain("a figure without title or description");
      if (!shown(figure)) continue;
      count += 1;
      const frame = figure.getBoundingClientRect();
      const cards = [...figure.querySelectorAll(".card, .b")].map((element) => ({ element, box: element.getBoundingClientRect() }));
      const texts = [...figure.querySelectorAll("text")].map((element) => ({ element, box: letters(element) }));
      for (const { element, box } of [...cards, ...texts]) {
        if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
          complain(`leaves the figure: ${words(element) || element.getAttribute("class")}`);
        }
      }
      texts.forEach((a, index) => {
        for (const b of texts.slice(index + 1)) {
          if (touch(a.box, b.box)) complain(`"${words(a.element)}" lies on "${words(b.element)}"`);
        }
      });
      // A badge lies on its own card, and on no other.
      cards.forEach((a, index) => {
        for (const b of cards.slice(index + 1)) {
          const own = a.element.matches(".card") && b.element.matches(".b") && b.box.left - a.box.left < 2 && b.box.top >= a.box.top - 1
            && b.box.bottom <= a.box.bottom + 1;
          if (!own && touch(a.box, b.box)) complain(`a label lies on another, at ${Math.round(b.box.left)}, ${Math.round(b.box.top)}`);
        }
      });
    }
    return count;
  };

  const luminance = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isClear = (color) => /^rgba.*, 0\)$/.test(color) || color === "none";

  // What a text stands on: in a figure the shape drawn just before a badge's number or a state's word, else the ground.
  const groundOf = (element) => {
    const figure = element.closest("svg");
    if (figure && element.matches(".n, .word")) {
      const fill = getComputedStyle(element.previousElementSibling).fill;
      if (!isClear(fill)) return fill;
    }
    if (figure?.querySelector(".ground")) return getComputedStyle(figure.querySelector(".ground")).fill;
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!isClear(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };

  const checkContrast = () => {
    for (const element of document.querySelectorAll("h1,h2,h3,p,td,th,a,b,li,summary,span,figcaption,svg text")) {
      if (!words(element) || !shown(element)) continue;
      const style = getComputedStyle(element);
      const [a, b] = [luminance(element.closest("svg") ? style.fill : style.color), luminance(groundOf(element))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 4.5) complain(`contrast of ${contrast.toFixed(2)}: ${words(element)}`);
    }
  };

  const checkKeyboard = () => {
    const first = document.querySelector("a[href], button, input, summary, [tabindex='0']");
    if (!first?.matches(".skip-link")) complain("the first stop of the keyboard is not the link that skips to the figures");
    for (const link of document.querySelectorAll("a[href]")) {
      const target = link.getAttribute("href");
      if (!target.startsWith("#") || !document.getElementById(target.slice(1))) complain(`a link to nowhere: ${target}`);
    }
    for (const scroller of document.querySelectorAll(".scroll")) {
      if (scroller.tabIndex !== 0) complain("a part that scrolls cannot be reached by keyboard");
    }
    if (new Set([...document.querySelectorAll("[id]")].map((element) => element.id)).size !== document.querySelectorAll("[id]").length) {
      complain("an id that is not unique");
    }
  };

  addEventListener("load", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    checkWidth();
    const texts = checkType();
    const figures = checkFigures();
    checkContrast();
    checkKeyboard();
    const seen = `ok: ${innerWidth} px, ${texts} texts, ${figures} figures`;
    parent.postMessage(complaints.length > 0 ? complaints.join("\n") : seen, "*");
  });
})();
