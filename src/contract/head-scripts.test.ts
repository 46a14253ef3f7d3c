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
  const timers = new Map<number, { task: () => void; ms: number }>()
  let lastTimer = 0
  const marks: string[] = []
  const entry: { onerror?: () => void } = {}
  let template: { content: { name: string; lastChild: typeof entry }; remove(): void } | null = {
    content: { name: 'scripts', lastChild: entry },
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
  const status = {
    innerHTML: '',
    isThere: true,
    setAttribute() {},
    remove: () => void (status.isThere = false),
  }
  const picture = { ...listeners(), complete: pictureIsThere }
  runInNewContext(START_SCRIPT, {
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
    draw: (paint: Paint) => {
      for (const told of observers) {
        told({ getEntriesByName: (name: string) => (name === paint ? [{ name }] : []) })
      }
    },
    /** So long after everything that waits for a time began to. */
    wait: (seconds: number) => {
      for (const [id, { task, ms }] of timers) if (ms <= seconds * 1000 && timers.delete(id)) task()
    },
    status,
    /** True when the press goes no further. */
    press: (target: unknown) => {
      let stopped = 0
      const stop = () => void stopped++
      page.tell('click', { target, preventDefault: stop, stopPropagation: stop })
      return stopped === 2
    },
    becomeLive: () => tab.tell('live'),
    getStuck: () => tab.tell('stuck'),
    failToLoad: () => entry.onerror?.(),
  }
}

describe('what makes the page live', () => {
  it('is fetched once the first frame is drawn, and once only', () => {
    const page = aPage()
    page.draw('first-paint')
    expect(page.appended).toEqual([])
    page.draw('first-contentful-paint')
    page.wait(1.5)
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
    page.wait(1.5)
    expect(page.appended).toEqual(['scripts'])
  })

  it('is fetched without a frame in a tab that draws none', () => {
    const page = aPage()
    page.wait(1.5)
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

describe('a page that does not become live', () => {
  const ends = {
    'whose script does not come': (page: ReturnType<typeof aPage>) => page.failToLoad(),
    'whose script cannot start': (page: ReturnType<typeof aPage>) => page.getStuck(),
    'that takes 15 seconds from a press': (page: ReturnType<typeof aPage>) => page.wait(15),
  }
  it.each(Object.entries(ends))('%s says so and keeps nobody waiting', (_, end) => {
    const submit = aButton({ type: 'submit', method: 'post' })
    const page = aPage({ waiting: [submit] })
    page.draw('first-contentful-paint')
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

  it('says nothing to who has pressed nothing and may yet wait', () => {
    const page = aPage()
    page.draw('first-contentful-paint')
    page.wait(60)
    expect(page.status.innerHTML).toBe('')
  })

  it('says nothing once it is live', () => {
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
