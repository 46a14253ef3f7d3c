/** Right after the opening tag of the page below the gate: a confirmed visitor reaches it at once. */
const site = document.querySelector<HTMLElement>('.age-ok #site')
if (site) site.inert = false
