/**
 * Runs in the head before the first paint and sets classes on the document: age confirmed (hides the gate), session
 * present (hides visitors' parts without a flash), staff (reserves space for menus), and loader already shown in this
 * tab. Blocked storage throws.
 */
const marks = document.documentElement.classList
try {
  if (localStorage.ageVerified === 'true' || /(^|; )ageVerified=true/.test(document.cookie))
    marks.add('age-ok')
  if (localStorage.accessToken) marks.add('known')
  if (localStorage.isAdmin === 'true') marks.add('staff')
} catch {}
try {
  if (sessionStorage.loaderSeen) marks.add('ld-done')
  sessionStorage.loaderSeen = 1
} catch {}
marks.add('js')
