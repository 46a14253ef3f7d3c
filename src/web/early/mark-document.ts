/**
 * In the head, before anything is painted: marks the document of a visitor who has confirmed their age, so that the gate
 * never shows again, of somebody with a session, so that what is for visitors alone does not show and go, of the shop's
 * people, whose menus keep their place, and of a tab that has shown the loader. Blocked storage throws.
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
