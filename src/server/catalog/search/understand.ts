import type { FactRange } from '../../../contract/catalog/facts.ts'
import { MAX_MEANINGS } from '../../../contract/catalog/synonym-rules.ts'
import { normalise } from '../rules.ts'
import { type AskedFact, factIn } from './facts-asked.ts'

/** Words of every seed, of a question, and what stands beside a fact: ignored unless nothing else remains. */
const EVERYWHERE = new Set(
  `a al con de del el en la las los o para por que un una y tipo
  semilla semillas sobre sobres pack packs blister cannabis marihuana planta plantas cepa cepas variedad variedades
  genetica geneticas comprar precio floracion flora altura rinde rendimiento produccion cosecha clima
  algo alguna alguno busco quiero necesito tenes hay me mi te se que es sea son mas muy mejor mejores buena bueno buenas
  cual cuales pero cuesta ayuda ayude puedo quisiera gustaria
  termine terminen antes barata barato baratas baratos economica economicas huele huela huelan
  soy estoy tengo vivo ando recomiendan recomendame dame le les lo su tu esta este eso pa p pal q x d tan tanto bastante
  vaya tenga ande anden sirva agarre agarren aguante aguanten quede queden
  faso porro porrito mota fumar fume fumo
  cultivar cultivo plantar sembrar aroma aromas olor sabor sabores gusto efecto efectos`.split(/\s+/),
)
const PACK = /^x\d{1,3}$/
/** 'x 5', 'sobre de 5', '5 semillas': other ways to write a pack. */
const PACKS = [
  /(?<= |^)x (\d{1,3})(?= |$)/g,
  /(?<=(?:semillas?|sobres?|packs?|blisters?) )(?:de|por) (\d{1,3})(?= |$)/g,
  /(?<= |^)(\d{1,3})(?= semillas?(?: |$))/g,
]

const NUMBERS = ['dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce']
/** 'siete semanas' has a number, 'siete colores' a word. */
const SPELT = new RegExp(`(?<= |^)(${NUMBERS.join('|')})(?= (?:semanas?|metros?|semillas?)(?: |$))`, 'g')

/** Most words, to limit the work. */
const MAX_WORDS = 8
/** Most words of a synonym. */
const MAX_PHRASE = 3
/** Letters from which a word is the beginning of a synonym, too. */
const SHORTEST_BEGINNING = 4
/** Most facts in a search. */
const MAX_FACTS = 4

/** What a word stands for, by its stem (`stemOf`): beginnings of words, and facts. */
export type Synonyms = ReadonlyMap<string, { word: string; means: string[] }>

/** A word, or a number with its unit. */
export interface Part {
  /** As typed, normalised. */
  typed: string
  /** For messages: 'THC 25 % o más'. */
  label: string
  /** As the search text has it. */
  word?: string
  /** Beginnings of words and facts that it stands for, too. */
  relatives?: string[]
  range?: FactRange
  /** Words and facts of what it must not be: 'que no sea índica'. */
  without?: string[]
}

const NOT = new Set(['no', 'sin'])
/** Between 'no' and what is not wanted. */
const OF_NOT = new Set(
  'sea sean es son muy tan tanto demasiado de a con huela huelan sepa tenga tengan nada'.split(' '),
)
const PREVAILING = /^(indic|sativ|hibrid)[ao]s?$/

/** One normal form with the search text: marks within words are dropped, so that 'AK-47' is 'ak47'. */
export function withoutMarks(word: string): string {
  return word.replace(/[!-/:-@[-`{-~]/g, '') || word
}

/** 'autoflorecientes' and 'autofloreciente' have the same; gender, plural and diminutive ('livianita') do not count. */
export function stemOf(text: string): string {
  return normalise(text)
    .split(' ')
    .map((word) => (word.length > 4 ? word.replace(/(?:(?<=.{3})e?c?it[ao]s?|[aeo]?s|[aeo])$/, '') : word))
    .join(' ')
}

/** What a search asks for, in the order of its words. */
export function partsOf(search: string, synonyms: Synonyms): Part[] {
  const { text, facts } = takeFacts(inDigits(normalise(search)))
  const words = text.split(' ').filter(Boolean)
  const parts: Part[] = []
  for (let at = 0; at < words.length; ) {
    const { part, length } = notAt(words, at, synonyms) ?? eitherAt(words, at, synonyms)
    if (
      !parts.some(({ word, typed }) => (part.word === undefined ? typed === part.typed : word === part.word))
    )
      parts.push(part)
    at += length
  }
  const telling = parts.filter(({ typed }) => !EVERYWHERE.has(typed) && !PACK.test(typed))
  const others = parts.filter(({ typed }) => PACK.test(typed))
  const kept = telling.length + facts.length > 0 ? telling : others.length > 0 ? others : parts
  return [...kept.slice(0, MAX_WORDS), ...facts]
}

function inDigits(text: string): string {
  const written = text.replace(SPELT, (word) => String(NUMBERS.indexOf(word) + 2))
  return PACKS.reduce((rest, pack) => rest.replace(pack, 'x$1'), written)
}

function takeFacts(text: string): { text: string; facts: Part[] } {
  const facts: Part[] = []
  let rest = text
  for (let found: AskedFact | undefined; facts.length < MAX_FACTS; ) {
    found = factIn(rest)
    if (!found) break
    const { at, length, label, range } = found
    facts.push({ typed: rest.slice(at, at + length).trim(), label, range })
    rest = `${rest.slice(0, at)} ${rest.slice(at + length)}`
  }
  return { text: rest, facts }
}

interface Found {
  part: Part
  /** Words. */
  length: number
}

/** 'sin limon', 'no sea muy alta'; 'no muy fuerte' is a synonym of its own. */
function notAt(words: string[], at: number, synonyms: Synonyms): Found | undefined {
  if (!NOT.has(words[at] ?? '') || partAt(words, at, synonyms).length > 1) return undefined
  let next = at + 1
  while (OF_NOT.has(words[next] ?? '')) next += 1
  if (next >= words.length || EVERYWHERE.has(words[next] ?? '')) return undefined
  const opposite = partAt(['no', ...words.slice(next)], 0, synonyms)
  const { part, length } = opposite.length > 1 ? opposite : partAt(words, next, synonyms)
  const end = opposite.length > 1 ? next + length - 1 : next + length
  const typed = words.slice(at, end).join(' ')
  const { word = '', relatives = [] } = part
  const [, prevailing] = PREVAILING.exec(word) ?? []
  const without = prevailing ? [`mayormente ${prevailing}a`] : [word, ...relatives]
  const meant = opposite.length > 1 ? part : { without }
  return { part: { ...meant, typed, label: typed }, length: end - at }
}

/** 'citrica o frutal': either. */
function eitherAt(words: string[], at: number, synonyms: Synonyms): Found {
  const one = partAt(words, at, synonyms)
  const or = at + one.length
  if (words[or] !== 'o' || or + 1 >= words.length || one.part.word === undefined) return one
  const other = partAt(words, or + 1, synonyms)
  if ([one, other].some(({ part }) => EVERYWHERE.has(part.typed) || part.word === undefined)) return one
  const length = or + 1 + other.length - at
  const typed = words.slice(at, at + length).join(' ')
  const { word: otherWord = '', relatives = [] } = other.part
  const either = [...(one.part.relatives ?? []), otherWord, ...relatives]
  return { part: { ...one.part, typed, label: typed, relatives: either }, length }
}

/** The longest synonym that begins here, or the word. */
function partAt(words: string[], at: number, synonyms: Synonyms): Found {
  for (let length = Math.min(MAX_PHRASE, words.length - at); length >= 1; length -= 1) {
    const typed = words.slice(at, at + length).join(' ')
    const isLast = at + length === words.length
    const relatives = meansOf(typed, isLast, synonyms)
    const part = { typed, label: typed, word: length === 1 ? withoutMarks(typed) : typed }
    if (relatives || length === 1) return { part: { ...part, ...(relatives && { relatives }) }, length }
  }
  throw new Error('no word')
}

function meansOf(typed: string, isLast: boolean, synonyms: Synonyms): string[] | undefined {
  if (PACK.test(typed)) return [typed]
  return synonyms.get(stemOf(typed))?.means ?? (isLast ? meansOfBeginning(typed, synonyms) : undefined)
}

/** Of the words that begin like the last one, which may still be typed: 'relaj'. */
function meansOfBeginning(typed: string, synonyms: Synonyms): string[] | undefined {
  if (typed.length < SHORTEST_BEGINNING) return undefined
  const means = [...synonyms.values()].flatMap((known) => (known.word.startsWith(typed) ? known.means : []))
  return means.length === 0 ? undefined : [...new Set(means)].slice(0, MAX_MEANINGS)
}
