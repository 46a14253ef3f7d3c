import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { START_SCRIPT } from './head-scripts.ts'

type Listener = (event?: unknown) => void
type Paint = 'first-paint' | 'first-contentful-paint'

/** What listens, and how it is told. */
function listeners() {
  const all = new Map<string, Listener>()
  return {
    addEventListener: (name: string, listener: Listener) => void all.set(name, listener),
    removeEventListener: (name: string) => void all.delete(name),
    tell: (name: string, event?: unknown) => all.get(name)?.(event),
  }
}

/** As the script sees it: a form that is posted, one that is not, or none around it. */
function aButton({ type = 'button', method = '' } = {}) {
  const attributes = new Map<string, string>()
  const button = {
    type,
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

/** A document of which only this is used, and a browser in which frame and timer come when the test says so. */
function aPage({ tellsFrames = true, pictureIsThere = true, waiting = [aButton()] } = {}) {
  const appended: string[] = []
  const observers: ((list: unknown) => void)[] = []
  const timers: (() => void)[] = []
  const marks: string[] = []
  let template: { content: string; remove(): void } | null = {
    content: 'scripts',
    remove() {
      template = null
    },
  }
  class PerformanceObserver {
    readonly told: (list: unknown) => void
    constructor(told: (list: unknown) => void) {
      this.told = told
    }
    observe() {
      if (!tellsFrames) throw new TypeError('unknown entry type')
      observers.push(this.told)
    }
  }
  const page = listeners()
  const tab = listeners()
  const picture = { ...listeners(), complete: pictureIsThere }
  runInNewContext(START_SCRIPT, {
    document: {
      getElementById: () => template,
      querySelector: () => picture,
      querySelectorAll: () => waiting,
      documentElement: { classList: { add: (mark: string) => marks.push(mark) } },
      body: { append: (what: string) => appended.push(what) },
      ...page,
    },
    addEventListener: tab.addEventListener,
    PerformanceObserver,
    requestAnimationFrame: (task: () => void) => task(),
    setTimeout: (task: () => void, ms = 0) => (ms === 0 ? task() : timers.push(task)),
  })
  return {
    appended,
    marks,
    picture,
    draw: (paint: Paint) => {
      for (const told of observers) {
        told({ getEntriesByName: (name: string) => (name === paint ? [{ name }] : []) })
      }
    },
    waitAMoment: () => {
      for (const task of timers) task()
    },
    /** True when the press goes no further. */
    press: (target: unknown) => {
      let stopped = 0
      const stop = () => void stopped++
      page.tell('click', { target, preventDefault: stop, stopPropagation: stop })
      return stopped === 2
    },
    becomeLive: () => tab.tell('live'),
  }
}

describe('what makes the page live', () => {
  it('is fetched once the first frame is drawn, and once only', () => {
    const page = aPage()
    page.draw('first-paint')
    expect(page.appended).toEqual([])
    page.draw('first-contentful-paint')
    page.waitAMoment()
    expect(page.appended).toEqual(['scripts'])
    expect(page.marks).toEqual(['drawn'])
  })

  it.each(['load', 'error'])('waits for the picture that comes first, until its %s', (end) => {
    const page = aPage({ pictureIsThere: false })
    page.draw('first-contentful-paint')
    expect(page.appended).toEqual([])
    page.picture.tell(end)
    expect(page.appended).toEqual(['scripts'])
  })

  it('is fetched without that picture when it takes long', () => {
    const page = aPage({ pictureIsThere: false })
    page.draw('first-contentful-paint')
    page.waitAMoment()
    expect(page.appended).toEqual(['scripts'])
  })

  it('is fetched without a frame in a tab that draws none', () => {
    const page = aPage()
    page.waitAMoment()
    expect(page.appended).toEqual(['scripts'])
  })

  it('is fetched by a browser that says nothing of its frames', () => {
    const page = aPage({ tellsFrames: false })
    expect(page.appended).toEqual(['scripts'])
  })
})

describe('a button that is pressed before the page is live', () => {
  it('is busy until then, and pressed then', () => {
    const page = aPage()
    const button = aButton()
    expect(page.press(button)).toBe(true)
    expect([button.isBusy(), button.clicks]).toEqual([true, 0])
    page.becomeLive()
    expect([button.isBusy(), button.clicks]).toEqual([false, 1])
    expect(page.press(button)).toBe(false)
  })

  it('gives way to the one that is pressed after it', () => {
    const page = aPage()
    const [first, second] = [aButton(), aButton()]
    page.press(first)
    page.press(second)
    expect(first.isBusy()).toBe(false)
    page.becomeLive()
    expect([first.clicks, second.clicks]).toEqual([0, 1])
  })

  it('is let go of when the page shows something else in its place', () => {
    const page = aPage()
    const button = aButton()
    page.press(button)
    button.isConnected = false
    page.becomeLive()
    expect(button.clicks).toBe(0)
  })

  it('may send a form that is posted, though its button is disabled without scripts', () => {
    const button = aButton({ type: 'submit', method: 'post' })
    const page = aPage({ waiting: [button] })
    expect(button.disabled).toBe(false)
    expect(page.press(button)).toBe(true)
  })

  it('does at once what the browser can do alone', () => {
    const page = aPage()
    expect(page.press(aButton({ type: 'submit', method: 'get' }))).toBe(false)
    expect(page.press({ closest: () => null })).toBe(false)
  })
})
