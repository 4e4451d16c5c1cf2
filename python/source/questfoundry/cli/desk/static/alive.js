// Says when the desk does not answer, and goes on by itself once it is back.
const [AGAIN, PATIENCE] = [3_000, 10_000];
const banner = document.getElementById("gone");
const begun = document.documentElement.dataset.begun;
const DEAD = "The desk does not answer: it was ended, or it died. What was saved is kept. Start it again with qf desk, and this page goes on by itself.";
const ANEW = "The desk was started anew. Open it by the address that it shows in the terminal, and this page goes on by itself.";
let waiting = 0;

const typed = (part) => [...part.querySelectorAll("textarea, input:not([type=hidden], [type=checkbox])")]
  .some((field) => field.value !== field.defaultValue);

const say = (text) => { if (banner.textContent !== text) banner.textContent = text; };

async function ask() {
  try {
    const answer = await fetch("/alive", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? await answer.text() : ANEW;
  } catch {
    return DEAD;
  }
}

async function look() {
  clearTimeout(waiting);
  const answer = await ask();
  if (answer === DEAD || answer === ANEW) {
    say(answer);
  } else {
    if (answer !== begun && !typed(document)) {
      location.reload();
      return;
    }
    if (banner.textContent) document.dispatchEvent(new Event("desk:back"));
    say("");
  }
  clearTimeout(waiting);
  if (!document.hidden) waiting = setTimeout(look, AGAIN);
}

for (const sign of ["visibilitychange", "htmx:sendError", "htmx:responseError", "htmx:sseError"]) document.addEventListener(sign, look);
waiting = setTimeout(look, AGAIN);
// What happens does not take away what is being typed about it.
document.addEventListener("htmx:sseBeforeMessage", (event) => { if (typed(event.target)) event.preventDefault(); });
