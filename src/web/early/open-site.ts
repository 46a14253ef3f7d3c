/** Runs right after the opening tag of the page below the gate: removes `inert` for confirmed visitors. */
const site = document.querySelector<HTMLElement>('.age-ok #site')
if (site) site.inert = false
