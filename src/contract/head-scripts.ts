/**
 * The only scripts that stand inside a page; the server allows them by their hash, so both sides need the same text.
 * The first two run before the first paint, so that a visitor who has confirmed never sees the age gate again.
 */

/** In the head: marks the document of a verified visitor, and shows the loader once a tab session. */
export const HEAD_SCRIPT = `(function(c,s){try{if(localStorage.ageVerified==='true'||/(^|; )ageVerified=true/.test(document.cookie))c.add('age-ok')}catch(e){}try{if(sessionStorage.loaderSeen)c.add('ld-done');sessionStorage.loaderSeen=1}catch(e){}c.add('js')})(document.documentElement.classList)`

/** Right after the opening tag of the page below the gate: what is behind the gate stays out of reach until it closes. */
export const INERT_SCRIPT = `if(document.documentElement.classList.contains('age-ok'))document.getElementById('site').inert=false`

/**
 * At the end of the page: what makes it live is fetched once the first frame is on the screen, so that it does not compete
 * with sheets, fonts and the first picture (docs/decisions/0016). A tab in the background draws none: it waits a moment.
 */
export const START_SCRIPT = `(function(){function go(){var t=document.getElementById('scripts');if(t){document.body.append(t.content);t.remove()}}try{new PerformanceObserver(go).observe({type:'paint',buffered:true})}catch(e){setTimeout(go)}setTimeout(go,1500)})()`
