/**
 * The only scripts that stand inside a page; the server allows them by their hash, so both sides need the same text.
 * The first two run before the first paint, so that a visitor who has confirmed never sees the age gate again.
 */

/** In the head: marks the document of a verified visitor, and shows the loader once a tab session. */
export const HEAD_SCRIPT = `(function(c,s){try{if(localStorage.ageVerified==='true'||/(^|; )ageVerified=true/.test(document.cookie))c.add('age-ok')}catch(e){}try{if(sessionStorage.loaderSeen)c.add('ld-done');sessionStorage.loaderSeen=1}catch(e){}c.add('js')})(document.documentElement.classList)`

/** Right after the opening tag of the page below the gate: what is behind the gate stays out of reach until it closes. */
export const INERT_SCRIPT = `if(document.documentElement.classList.contains('age-ok'))document.getElementById('site').inert=false`

/**
 * What makes the page live is fetched once the first frame and its largest picture are on the screen, so that it does not
 * compete with sheets, fonts and that picture (docs/decisions/0016, 0018): the scripts, and, by the class `drawn`, the
 * pictures and fonts that come second. A tab in the background draws no frame: it waits a moment.
 */
const FETCH_SCRIPTS = `function go(){var t=d.getElementById('scripts');if(t){d.documentElement.classList.add('drawn');t.content.lastChild.onerror=stop;d.body.append(t.content);t.remove()}}function next(){requestAnimationFrame(function(){setTimeout(go)})}function drawn(l){if(!l.getEntriesByName('first-contentful-paint').length)return;var i=d.querySelector('img[fetchpriority=high]');if(!i||i.complete)return next();i.addEventListener('load',next);i.addEventListener('error',next)}try{new PerformanceObserver(drawn).observe({type:'paint',buffered:true})}catch(e){setTimeout(go)}setTimeout(go,1500)`

/**
 * A button that does nothing without the page's script and is pressed before: it says that it is busy, and is pressed
 * once the page is live. Only the last counts. A form that is posted waits like this too; nothing of it is sent.
 * When the script does not come or cannot start, or a press has waited 15 seconds, nobody is kept waiting: buttons are
 * as the server drew them, and a text says why. A page that becomes live after all takes the text away.
 */
const REMEMBER_PRESS = `var p,w,o=d.createElement('div'),s=d.querySelectorAll('#root form[method=post] button[type=submit]:disabled');function say(c,t){o.innerHTML='<p class="'+c+'">'+t+'</p>'}function allow(y){s.forEach(function(b){b.disabled=!y})}function quiet(){clearTimeout(w);if(p)p.removeAttribute('aria-busy')}function press(e){var b=e.target.closest('#root button');if(!b||(b.type!=='button'&&b.form&&b.form.method!=='post'))return;e.preventDefault();e.stopPropagation();quiet();p=b;b.setAttribute('aria-busy','true');say('visually-hidden','Cargando…');w=setTimeout(stop,15000)}function hold(e){if(e.target.closest('#root form[method=post]'))e.preventDefault()}function drop(){quiet();d.removeEventListener('click',press,true);removeEventListener('stuck',stop)}function stop(){drop();p=null;allow(false);say('toast toast-warning','La página no terminó de cargar. Recargarla para seguir.')}o.className='toast-region';o.setAttribute('role','status');d.body.append(o);allow(true);d.addEventListener('click',press,true);d.addEventListener('submit',hold,true);addEventListener('stuck',stop);addEventListener('live',function(){drop();d.removeEventListener('submit',hold,true);o.remove();if(p&&p.isConnected)p.click()},{once:true})`

/** At the end of the page. */
export const START_SCRIPT = `(function(d){${FETCH_SCRIPTS};${REMEMBER_PRESS}})(document)`
