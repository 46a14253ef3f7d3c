import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { buildEarlyScript } from '../../../scripts/early-scripts.ts'

const startPage = await buildEarlyScript('start-page.ts')

type Listener = (event?: unknown) => void
type Paint = 'first-paint' | 'first-contentful-paint'

/** An event target whose events a test fires. */
function listeners() {
  const all = new Map<string, Listener>()
  return {
    addEventListener: (name: string, listener: Listener) => void all.set(name, listener),
    removeEventListener: (name: string) => void all.delete(name),
    fire: (name: string, event?: unknown) => all.get(name)?.(event),
  }
}

/** A button as the script sees it; `method` is that of its form, if it has one. */
function aButton({ type = 'button', method = '', outerHTML = '' } = {}) {
  const attributes = new Map<string, string>()
  const button = {
    type,
    outerHTML,
    disabled: true,
    isConnected: true,
    clicks: 0,
    form: method ? { method } : null,
    closest: () => button,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    removeAttribute: (name: string) => void attributes.delete(name),
    click: () => void button.clicks++,
    isBusy: () => attributes.get('aria-busy') === 'true',
  }
  return button
}

/** The parts of a document that the script uses; the test fires frames and timers. */
function aPage({ observesPaint = true, pictureIsThere = true, waiting = [aButton()], dataset = {} } = {}) {
  const appended: string[] = []
  const observers: ((list: unknown) => void)[] = []
  const timers = new Map<number, { task: () => void; ms: number }>()
  let lastTimer = 0
  const marks: string[] = []
  const entry = listeners()
  let template: {
    dataset: object
    content: { name: string; lastChild: typeof entry }
    remove(): void
  } | null = {
    dataset,
    content: { name: 'scripts', lastChild: entry },
    remove() {
      template = null
    },
  }
  class PerformanceObserver {
    readonly callback: (list: unknown) => void
    constructor(callback: (list: unknown) => void) {
      this.callback = callback
    }
    observe() {
      if (!observesPaint) throw new TypeError('unknown entry type')
      observers.push(this.callback)
    }
  }
  const page = listeners()
  const tab = listeners()
  const status = {
    innerHTML: '',
    isThere: true,
    setAttribute() {},
    remove: () => void (status.isThere = false),
  }
  const picture = { ...listeners(), complete: pictureIsThere }
  runInNewContext(startPage, {
    document: {
      getElementById: () => template,
      querySelector: () => picture,
      querySelectorAll: () => waiting,
      documentElement: { classList: { add: (mark: string) => marks.push(mark) } },
      createElement: () => status,
      body: { append: ({ name }: { name?: string }) => void (name && appended.push(name)) },
      ...page,
    },
    addEventListener: tab.addEventListener,
    removeEventListener: tab.removeEventListener,
    PerformanceObserver,
    requestAnimationFrame: (task: () => void) => task(),
    setTimeout: (task: () => void, ms = 0) => {
      if (ms === 0) return task()
      const id = ++lastTimer
      timers.set(id, { task, ms })
      return id
    },
    clearTimeout: (id: number) => timers.delete(id),
  })
  return {
    appended,
    marks,
    picture,
    paint: (paint: Paint) => {
      for (const observe of observers) {
        observe({ getEntriesByName: (name: string) => (name === paint ? [{ name }] : []) })
      }
    },
    /** Runs the timers of this time. */
    wait: (seconds: number) => {
      for (const [id, { task, ms }] of timers) if (ms <= seconds * 1000 && timers.delete(id)) task()
    },
    status,
    /** True when the page does not get the press. */
    press: (target: unknown) => {
      let stopped = 0
      const stop = () => void stopped++
      page.fire('click', { target, preventDefault: stop, stopPropagation: stop })
      return stopped === 2
    },
    becomeLive: () => tab.fire('live'),
    getStuck: () => tab.fire('stuck'),
    failToLoad: () => entry.fire('error'),
  }
}

describe('the scripts of the page', () => {
  it('are fetched after the first frame, and only once', () => {
    const page = aPage()
    page.paint('first-paint')
    expect(page.appended).toEqual([])
    page.paint('first-contentful-paint')
    page.wait(1.5)
    expect(page.appended).toEqual(['scripts'])
    expect(page.marks).toEqual(['drawn'])
  })

  it('are fetched at once when the page shows nothing without them', () => {
    expect(aPage({ dataset: { now: 'true' } }).appended).toEqual(['scripts'])
  })

  it.each(['load', 'error'])('wait for the first picture, until its %s', (end) => {
    const page = aPage({ pictureIsThere: false })
    page.paint('first-contentful-paint')
    expect(page.appended).toEqual([])
    page.picture.fire(end)
    expect(page.appended).toEqual(['scripts'])
  })

  it('are fetched without that picture when it takes long', () => {
    const page = aPage({ pictureIsThere: false })
    page.paint('first-contentful-paint')
    page.wait(1.5)
    expect(page.appended).toEqual(['scripts'])
  })

  it('are fetched without a frame in a background tab', () => {
    const page = aPage()
    page.wait(1.5)
    expect(page.appended).toEqual(['scripts'])
  })

  it('are fetched by a browser that does not report its frames', () => {
    const page = aPage({ observesPaint: false })
    expect(page.appended).toEqual(['scripts'])
  })
})

describe('a button pressed before hydration', () => {
  it('is busy until then, and then pressed again', () => {
    const page = aPage()
    const button = aButton()
    expect(page.press(button)).toBe(true)
    expect([button.isBusy(), button.clicks]).toEqual([true, 0])
    page.becomeLive()
    expect([button.isBusy(), button.clicks]).toEqual([false, 1])
    expect(page.press(button)).toBe(false)
  })

  it('gives way to one that is pressed later', () => {
    const page = aPage()
    const [first, second] = [aButton(), aButton()]
    page.press(first)
    page.press(second)
    expect(first.isBusy()).toBe(false)
    page.becomeLive()
    expect([first.clicks, second.clicks]).toEqual([0, 1])
  })

  it('is pressed where the page has replaced it by the same button', () => {
    const [button, other, same] = [aButton(), aButton({ outerHTML: 'other' }), aButton()]
    const page = aPage({ waiting: [other, same] })
    page.press(button)
    button.isConnected = false
    page.becomeLive()
    expect([button, other, same].map(({ clicks }) => clicks)).toEqual([0, 0, 1])
  })

  it('may belong to a posted form, whose button is disabled without scripts', () => {
    const button = aButton({ type: 'submit', method: 'post' })
    const page = aPage({ waiting: [button] })
    expect(button.disabled).toBe(false)
    expect(page.press(button)).toBe(true)
  })

  it('works at once when the browser needs no script for it', () => {
    const page = aPage()
    expect(page.press(aButton({ type: 'submit', method: 'get' }))).toBe(false)
    expect(page.press({ closest: () => null })).toBe(false)
  })
})

describe('a page that does not hydrate', () => {
  const ends = {
    'whose script fails to load': (page: ReturnType<typeof aPage>) => page.failToLoad(),
    'whose script cannot start': (page: ReturnType<typeof aPage>) => page.getStuck(),
    'that takes 15 seconds from a press': (page: ReturnType<typeof aPage>) => page.wait(15),
  }
  it.each(Object.entries(ends))('%s says so and releases its buttons', (_, end) => {
    const submit = aButton({ type: 'submit', method: 'post' })
    const page = aPage({ waiting: [submit] })
    page.paint('first-contentful-paint')
    page.press(submit)
    expect(page.status.innerHTML).toContain('Cargando…')
    page.wait(14)
    expect([submit.isBusy(), submit.disabled]).toEqual([true, false])
    end(page)
    expect([submit.isBusy(), submit.disabled]).toEqual([false, true])
    expect(page.status.innerHTML).toContain('La página no terminó de cargar.')
    expect(page.press(aButton())).toBe(false)
    page.becomeLive()
    expect([submit.clicks, page.status.isThere]).toEqual([0, false])
  })

  it('says nothing while nothing was pressed', () => {
    const page = aPage()
    page.paint('first-contentful-paint')
    page.wait(60)
    expect(page.status.innerHTML).toBe('')
  })

  it('says nothing after hydration', () => {
    const page = aPage()
    const button = aButton()
    page.press(button)
    page.becomeLive()
    page.wait(15)
    expect([button.clicks, page.status.innerHTML, page.status.isThere]).toEqual([
      1,
      expect.stringContaining('Cargando…'),
      false,
    ])
  })
})
