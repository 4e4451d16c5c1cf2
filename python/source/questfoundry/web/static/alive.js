// Polls the desk, shows a banner while the desk does not respond, and reconnects on its own.
const [INTERVAL, TIMEOUT] = [3_000, 10_000];
const banner = document.getElementById("offline");
const instance = document.documentElement.dataset.instance;
const OFFLINE = "The desk is not responding: it was stopped or has crashed. Everything that was saved is safe. Start the desk again with qf desk; this page then reconnects by itself.";
const RESTARTED = "The desk was restarted. Open it with the address shown in the terminal; this page then reconnects by itself.";
let timer = 0;

const hasTyped = (part) => [...part.querySelectorAll("textarea, input:not([type=hidden], [type=checkbox])")]
  .some((field) => field.value !== field.defaultValue);

const show = (text) => { if (banner.textContent !== text) banner.textContent = text; };

async function ping() {
  try {
    const answer = await fetch("/alive", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
    return answer.ok ? await answer.text() : RESTARTED;
  } catch {
    return OFFLINE;
  }
}

async function check() {
  clearTimeout(timer);
  const answer = await ping();
  if (answer === OFFLINE || answer === RESTARTED) {
    show(answer);
  } else {
    if (answer !== instance && !hasTyped(document)) {
      location.reload();
      return;
    }
    if (banner.textContent) document.dispatchEvent(new Event("desk:back"));
    show("");
  }
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(check, INTERVAL);
}

for (const event of ["visibilitychange", "htmx:sendError", "htmx:responseError", "htmx:sseError"]) document.addEventListener(event, check);
timer = setTimeout(check, INTERVAL);
// A live update must not replace a field that the author is typing in.
document.addEventListener("htmx:sseBeforeMessage", (event) => { if (hasTyped(event.target)) event.preventDefault(); });
// On a phone the menu is one line that scrolls; show the current page in it.
const [menu, current] = [".top nav", ".top nav [aria-current]"].map((each) => document.querySelector(each));
if (current) menu.scrollLeft = current.offsetLeft - menu.offsetLeft - (menu.clientWidth - current.offsetWidth) / 2;
