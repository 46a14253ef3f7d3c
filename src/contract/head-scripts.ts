/**
 * The only scripts that stand inside a page. They run before the first paint, so that a visitor who has confirmed
 * never sees the age gate again; the server allows them by their hash, so both sides need the same text.
 */

/** In the head: marks the document of a verified visitor, and shows the loader once a tab session. */
export const HEAD_SCRIPT = `(function(c,s){try{if(localStorage.ageVerified==='true'||/(^|; )ageVerified=true/.test(document.cookie))c.add('age-ok')}catch(e){}try{if(sessionStorage.loaderSeen)c.add('ld-done');sessionStorage.loaderSeen=1}catch(e){}c.add('js')})(document.documentElement.classList)`

/** Right after the opening tag of the page below the gate: what is behind the gate stays out of reach until it closes. */
export const INERT_SCRIPT = `if(document.documentElement.classList.contains('age-ok'))document.getElementById('site').inert=false`
