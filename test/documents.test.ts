import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const documents = ['.', 'docs', 'docs/decisions', 'docs/operating', 'proofs'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name)),
)

describe.each(documents)('%s', (file) => {
  const text = readFileSync(file, 'utf8')

  it('links to files of the project', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(path.join(path.dirname(file), link)))).toEqual([])
  })

  it('links to headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
    const broken = links.filter(([, target = '', anchor = '']) => {
      const page = target === '' ? file : path.join(path.dirname(file), target)
      return !anchorsOf(readFileSync(page, 'utf8')).includes(anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  // The changelog also names files of older versions.
  if (file === 'CHANGELOG.md') return
  it('names files that exist', () => {
    const names = [...text.matchAll(/`((?:src|test|docs|deploy|demo|db|scripts)\/[\w./-]+)/g)]
    const isThere = (name: string) => existsSync(name) || existsSync(path.join('src/server', name))
    expect(names.map(([, name = '']) => name).filter((name) => !isThere(name))).toEqual([])
  })
})

describe('docs/decisions/README.md', () => {
  it('names every record by its title', () => {
    const folder = 'docs/decisions'
    const index = readFileSync(`${folder}/README.md`, 'utf8')
    const records = readdirSync(folder).filter((name) => name !== 'README.md')
    const lines = records.map((name) => {
      const [, number, title] = /^# (\d+) (.+)/.exec(readFileSync(`${folder}/${name}`, 'utf8')) ?? []
      return `- [${number}](${name}) ${title}`
    })
    expect(lines.filter((line) => !index.includes(`${line}\n`))).toEqual([])
  })
})

describe('CHANGELOG.md', () => {
  it('has the version of package.json as its newest', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const [, newest] = /^## (\d[\d.]*)/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
    expect(newest).toBe(version)
  })
})

/** The anchors that GitHub generates for headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
