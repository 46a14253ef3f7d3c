import { fetchScripts } from './fetch-scripts.ts'
import { giveUp, rememberPresses } from './remember-press.ts'

/** At the end of the page. */
rememberPresses()
fetchScripts(giveUp)
