import type { Page } from '@playwright/test'
import { answersOf, walk } from './answers.ts'
import { ACCOUNT, PANEL, PANEL_LISTS, SCREENS, shopping } from './comfort-screens.ts'
import { sidewaysScroll } from './axe.ts'
import { cutOff, overlaps } from './looks.ts'
import { confirmedAge, DESK, expect, PHONE, signIn, test } from './stories.ts'

/** Browser preferences: large text, forced colours, reduced motion. */
test.use({ viewport: DESK })

/** The narrowest screens, with two cards in a row and with one. */
const NARROW = [320, 340, 360].map((width) => ({ width, height: 640 }))

test('narrow screens: prices and buttons do not touch, with a discount too', async ({ page }) => {
  await shopping(page, 'tomas_quiroga')
  for (const [name, show] of Object.entries(SCREENS)) {
    await show(page)
    for (const size of NARROW) {
      await page.setViewportSize(size)
      const where = `${name} at ${size.width}`
      expect.soft(await sidewaysScroll(page), `sideways scroll, ${where}`).toBeLessThanOrEqual(0)
      expect.soft(await page.evaluate(overlaps), `one over the other, ${where}`).toEqual([])
    }
  }
})

/** A portrait tablet has two columns for normal text and must not for large text. */
const TABLET = { width: 768, height: 1024 }

/** The text size setting of the browser, which the page must follow. */
async function setLargeText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

test('text at 200 %: nothing is cut off, nothing overlaps', async ({ page }) => {
  await shopping(page, 'tomas_quiroga')
  await setLargeText(page)
  for (const [name, show] of Object.entries({ ...SCREENS, ...ACCOUNT })) {
    await show(page)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    for (const size of [DESK, TABLET, PHONE]) {
      await page.setViewportSize(size)
      const where = `${name} at ${size.width}`
      expect.soft(await sidewaysScroll(page), `sideways scroll, ${where}`).toBeLessThanOrEqual(0)
      expect.soft(await page.evaluate(cutOff), `cut off, ${where}`).toEqual([])
      expect.soft(await page.evaluate(overlaps), `one over the other, ${where}`).toEqual([])
    }
  }
})

test('text enlarged by a style on the page: nothing is cut off, nothing overlaps', async ({ page }) => {
  await shopping(page, 'tomas_quiroga')
  for (const [name, show] of Object.entries({ ...SCREENS, ...ACCOUNT })) {
    await page.setViewportSize(DESK)
    await show(page)
    // Unlike the setting of the browser, it leaves the media queries as they are.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      const where = `${name} at ${size.width}`
      expect.soft(await sidewaysScroll(page), `sideways scroll, ${where}`).toBeLessThanOrEqual(0)
      expect.soft(await page.evaluate(cutOff), `cut off, ${where}`).toEqual([])
      expect.soft(await page.evaluate(overlaps), `one over the other, ${where}`).toEqual([])
      const icons = page.getByRole('banner').getByRole('link')
      for (const icon of await icons.filter({ visible: true }).all()) {
        const box = await icon.boundingBox()
        expect.soft((box?.x ?? 0) + (box?.width ?? 0), `in view, ${where}`).toBeLessThanOrEqual(size.width)
      }
    }
  }
})

test('text at 200 % in the panel: nothing is cut off on a phone and a tablet', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login?redirect=/panel/productos')
  await signIn(page, 'admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
  await setLargeText(page)
  for (const [name, show] of Object.entries(PANEL)) {
    await page.setViewportSize(TABLET)
    await show(page)
    for (const size of [TABLET, PHONE]) {
      await page.setViewportSize(size)
      const where = `${name} at ${size.width}`
      expect.soft(await sidewaysScroll(page), `sideways scroll, ${where}`).toBeLessThanOrEqual(0)
      // The text of an input scrolls inside it.
      const cut = (await page.evaluate(cutOff)).filter((found) => !found.includes('field-control'))
      expect.soft(cut, `cut off, ${where}`).toEqual([])
      expect.soft(await page.evaluate(overlaps), `one over the other, ${where}`).toEqual([])
    }
  }
})

/** A user style sheet with the spacing of https://www.w3.org/TR/WCAG22/#text-spacing */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`

test('spaced text: nothing is cut off, nothing overlaps', async ({ page }) => {
  await shopping(page, 'tomas_quiroga')
  // By script: the content security policy refuses a style element.
  const wear = (text: string) =>
    page.evaluate((rules) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets = [sheet]
    }, text)
  /** Without the sizes: texts with an intended ellipsis are in both lists. */
  const cut = async () => (await page.evaluate(cutOff)).map((found) => found.replace(/^\S+ × \S+ /, ''))
  for (const [name, show] of Object.entries(SCREENS)) {
    await show(page)
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      const where = `${name} at ${size.width}`
      await wear('')
      const before = await cut()
      await wear(SPACED)
      expect.soft(await sidewaysScroll(page), `sideways scroll, ${where}`).toBeLessThanOrEqual(0)
      expect
        .soft(
          (await cut()).filter((found) => !before.includes(found)),
          `cut off, ${where}`,
        )
        .toEqual([])
      expect.soft(await page.evaluate(overlaps), `one over the other, ${where}`).toEqual([])
    }
  }
})

test('forced colours: every control is visible, with its icon, its state and its focus', async ({ page }) => {
  await shopping(page, 'tomas_quiroga')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    for (const [name, show] of Object.entries(SCREENS)) {
      await show(page)
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size)
        expect.soft(await page.evaluate(unseen), `${name} at ${size.width}, ${colorScheme}`).toEqual([])
      }
    }
  }
})

test('forced colours in the panel', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login?redirect=/panel/productos')
  await signIn(page, 'admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.setViewportSize(DESK)
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    for (const [name, show] of Object.entries({ ...PANEL, ...PANEL_LISTS })) {
      await show(page)
      expect.soft(await page.evaluate(unseen), `${name}, ${colorScheme}`).toEqual([])
    }
  }
})

/** Controls without a border or an underline, icons that are lost in their background, and focus that is not shown. */
function unseen(): string[] {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('This browser cannot draw')
  const rgba = (colour: string): number[] => {
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data]
  }
  const light = ([red = 0, green = 0, blue = 0]: number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: string, other: string) => {
    const [low = 0, high = 0] = [light(rgba(one)), light(rgba(other))].toSorted((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const behind = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if ((rgba(backgroundColor)[3] ?? 0) > 200) return backgroundColor
    }
    return 'Canvas'
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert], .visually-hidden, .skip-links')
  const hasBorder = (element: Element) => {
    const style = getComputedStyle(element)
    return (['top', 'right', 'bottom', 'left'] as const).some(
      (side) =>
        Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
        style.getPropertyValue(`border-${side}-style`) !== 'none' &&
        contrast(style.getPropertyValue(`border-${side}-color`), behind(element.parentElement)) >= 3,
    )
  }
  /** A filled button needs an edge; an icon or a text alone does not. */
  const faults: string[] = []
  const say = (what: string, element: Element) => faults.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
  for (const control of document.querySelectorAll(
    '.button, select, input, textarea, .blister-card, .category-button',
  )) {
    if (!isShown(control)) continue
    if (control.matches('[type=radio], [type=checkbox], [type=file], .button.quiet')) continue
    if (!hasBorder(control) && ![...ringsAround(control)].some(hasBorder)) say('no edge', control)
  }
  for (const icon of document.querySelectorAll('button svg, a svg, label svg')) {
    if (!isShown(icon) || icon.closest('.picture')) continue
    const inks = [...icon.children].flatMap((shape) => {
      const { stroke, fill } = getComputedStyle(shape)
      return [stroke, fill].filter((ink) => ink !== 'none')
    })
    if (!inks.some((ink) => contrast(ink, behind(icon)) >= 3)) say('faint icon', icon)
  }
  for (const control of document.querySelectorAll<HTMLElement>(
    'main a[href], main button, main input, main select',
  )) {
    if (!isShown(control) || control.matches(':disabled')) continue
    control.focus({ preventScroll: true, focusVisible: true })
    const around = [control, ...ringsAround(control)]
    const isOutlined = around.some((one) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
      return (
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) > 1 &&
        contrast(outlineColor, behind(one.parentElement)) >= 3
      )
    })
    if (!isOutlined) say('no focus', control)
  }
  return faults

  function ringsAround(control: Element): Element[] {
    const form = control.closest('.search-box, .field, .quantity-stepper')
    const labels = 'labels' in control ? [...((control.labels as NodeListOf<Element> | null) ?? [])] : []
    return [...labels, ...(form ? [form] : [])]
  }
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves, also while loading', async ({ page }) => {
    const shop = await answersOf(page)
    // The first visit, with gate and loader.
    await page.goto('/')
    expect(await page.evaluate(moving)).toEqual([])
    await page.getByRole('button', { name: 'Soy mayor de 18' }).click()
    for (const address of [
      '/productos',
      '/producto/17',
      '/trofeos',
      '/como-germinar',
      '/carrito',
      '/login',
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(moving), address).toEqual([])
    }
    await shop.hold(/^\/(products|auth)/)
    await signIn(page, 'tomas_quiroga')
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
    expect(await page.evaluate(moving), 'a busy button').toEqual([])
    await walk(page, '/productos?category=regulares')
    await expect(page.getByRole('main').getByText('Cargando…').first()).toBeAttached()
    expect(await page.evaluate(moving), 'places for what is to come').toEqual([])
    await shop.letGo()
  })
})

/** Animations and transitions that are running now. Runs in the page. */
function moving(): string[] {
  return document
    .getAnimations()
    .filter(
      (one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().activeDuration) > 1,
    )
    .map((one) => {
      const target = one.effect instanceof KeyframeEffect ? one.effect.target : null
      return `${one instanceof CSSAnimation ? one.animationName : 'transition'} of ${target?.className ?? 'something'}`
    })
}

test('the carousel moves only without the preference for reduced motion', async ({ page }) => {
  await confirmedAge(page)
  await page.clock.install()
  for (const [reducedMotion, place] of [
    ['reduce', '1 / 3'],
    ['no-preference', '2 / 3'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Novedades' })
    await expect(
      carousel.getByRole('button', { name: reducedMotion === 'reduce' ? /^Reproducir/ : /^Pausar/ }),
    ).toBeVisible()
    await page.clock.runFor(8_000)
    await expect(carousel.getByText(place)).toBeVisible()
  }
})
