import type { FactRange } from '../../../contract/catalog/facts.ts'
import { MAX_MEANINGS } from '../../../contract/catalog/synonym-rules.ts'
import { normalise } from '../rules.ts'
import { type AskedFact, factIn, ofCycle, ofOutdoors, outdoors, withoutCycle } from './facts-asked.ts'
import {
  factOfWord,
  isDear,
  isSuperlative,
  priceScale,
  type Scale,
  scaleAt,
  scaleOf,
  scalesOf,
  turned,
} from './scales.ts'

/** Words of every seed, of a question, and what stands beside a fact: ignored unless nothing else remains. */
const EVERYWHERE = new Set(
  `a al con de del el en la las los o para por que un una y tipo
  semilla semillas sobre sobres pack packs blister cannabis marihuana planta plantas cepa cepas variedad variedades
  genetica geneticas comprar precio floracion flora altura rinde rendimiento produccion cosecha clima
  algo alguna alguno busco quiero kiero necesito tenes hay me mi te se que es sea son mas muy mejor mejores buena bueno buenas
  cual cuales pero cuesta ayuda ayude puedo quisiera gustaria
  no sin ni nada re mucho mucha
  termine terminen antes barata barato baratas baratos economica economicas huele huela huelan
  soy estoy tengo vivo ando recomiendan recomendame dame le les lo su tu esta este eso pa p pal q x d tan tanto bastante
  vaya tenga traiga traigan mis propia propias propio propios ande anden sirva agarre agarren aguante aguanten quede queden
  tiene tienen sale salen vale valen bien crece crezca crezcan crecer mide edicion ediciones
  florecer florece florezca florezcan
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
const MAX_PHRASE = 3
/** Letters from which a word is the beginning of a synonym, too. */
const SHORTEST_BEGINNING = 4
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
  /** What comes first, beside what `relatives` say of it. */
  scales?: Scale[]
  /** 'la más alta': when none is known as high, the highest. */
  isMost?: boolean
  /** Of the opposite of a word, what that word stands for: 'no fuerte'. */
  unlike?: string[]
}

const NOT = new Set(['no', 'sin', 'ni', 'nada'])
/** Between 'no' and a smell, which says nothing about strength. */
const OF_SMELL = new Set('huele huela huelan olor aroma gusto sabor sepa sepan'.split(' '))
/** Between 'no' and what is not wanted; not 'puedo': 'no puedo dormir' asks for sleep. */
const OF_NOT = new Set(
  `sea sean es son muy re tan tanto demasiado mucho mucha de a con en para me te se lo la quiero quisiera busco
  tiene tienen tenga tengan haya nada`.split(/\s+/),
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
  const { text, facts } = takeFacts(inDigits(normalise(search).replaceAll(HIGHEST, 'mas $1$2')))
  const words = text.split(/[ ,;!?¿¡]+/).filter(Boolean)
  const parts: Part[] = []
  for (let at = 0; at < words.length; ) {
    const found =
      unwantedAt(words, at, synonyms) ?? scaledAt(words, at, synonyms) ?? eitherAt(words, at, synonyms)
    for (const part of found.parts) if (!parts.some((other) => isSamePart(part, other))) parts.push(part)
    at += found.length
  }
  const telling = parts.filter(({ typed, scales }) => scales || (!EVERYWHERE.has(typed) && !PACK.test(typed)))
  const others = parts.filter(({ typed }) => PACK.test(typed))
  const kept = telling.length + facts.length > 0 ? telling : others.length > 0 ? others : parts
  return placed([...kept.slice(0, MAX_WORDS), ...facts], words)
}

/** 'altísima': the highest. */
const HIGHEST = /(?<= |^)([a-z]{3,})isim([ao]s?)(?= |$)/g

/**
 * What a search that finds nothing asks for, said less strictly: of 'la más alta' the highest there is, and every seed for words of a
 * question alone ('cuál me recomiendan').
 */
export function wider(parts: Part[], synonyms: Synonyms): Part[] | undefined {
  if (parts.every(({ typed, scales }) => !scales && EVERYWHERE.has(typed)))
    return partsOf('semilla', synonyms).filter(({ relatives }) => relatives)
  if (!parts.some(({ isMost }) => isMost)) return undefined
  return parts.map((part) => {
    const scales = part.isMost ? scalesOf(part.relatives ?? []) : []
    return scales[0] ? ranked(part.typed, scales) : part
  })
}

/** All of which the first fact is known, in this order. */
function ranked(typed: string, scales: [Scale, ...Scale[]] | Scale[]): Part {
  const [first] = scales
  const range: FactRange | undefined =
    first && first.of !== 'price' ? { fact: first.of, from: 0, below: undefined } : undefined
  return { typed, label: typed, scales, ...(range && { range }) }
}

/** 'más thc', 'la menos fuerte', 'barata'; not what has a meaning as a phrase: 'menos tiempo'. */
function scaledAt(words: string[], at: number, synonyms: Synonyms): Found | undefined {
  const [word = '', second = ''] = words.slice(at)
  const price = priceScale(word)
  if (price) return { parts: [ranked(word, [price])], length: 1 }
  const most = isSuperlative(word) ? priceScale(second, word) : undefined
  if (most) return { parts: [ranked(`${word} ${second}`, [most])], length: 2 }
  if (partAt(words, at, synonyms).length > 1) return undefined
  const isKnown = (text: string) => synonyms.has(stemOf(text))
  const asked = scaleAt(words, at, isKnown)
  if (asked) {
    const typed = words.slice(at, at + asked.length).join(' ')
    return { parts: [ranked(typed, [asked.scale])], length: asked.length }
  }
  if (word !== 'menos' || second === '') return undefined
  const { part, length } = partAt(words, at + 1, synonyms, true)
  const [scale] = scalesOf(part.relatives ?? [])
  return scale && { parts: [ranked(`menos ${part.typed}`, [turned(scale)])], length: length + 1 }
}

const FLOWERS = /^flor(?:a|ac\w*|ec\w*|ezc\w*)$/

/** Facts are those of the place and the time that the other words ask for: of plants outdoors, of flowering alone. */
function placed(parts: Part[], words: string[]): Part[] {
  const isOutdoors = parts.some(({ relatives }) => relatives?.includes('exterior'))
  const isFlowering = words.some((word) => FLOWERS.test(word))
  const factOf = (fact: FactRange['fact']) => {
    const timed = isFlowering && fact === 'cycle' ? 'flowering' : fact
    return isOutdoors ? ofOutdoors(timed) : timed
  }
  const means = (texts: string[]) => {
    const timed = isFlowering ? withoutCycle(texts) : texts
    return isOutdoors ? timed.map(outdoors) : timed
  }
  return notBoth(parts).map(({ relatives, range, without, scales, ...part }) => ({
    ...part,
    ...(relatives && { relatives: means(relatives) }),
    ...(range && { range: { ...range, fact: factOf(range.fact) } }),
    ...(without && { without: means(without) }),
    ...(scales && {
      scales: scales.map(({ of, way }) => ({ of: of === 'price' ? of : factOf(of), way })),
    }),
  }))
}

/** 'ni floja ni fuerte' is between both: what is not strong need not be light. */
function notBoth(parts: Part[]): Part[] {
  const unwantedTexts = new Set(parts.flatMap(({ without }) => without ?? []))
  return parts.map(({ unlike, ...part }) => {
    const isRefused = unlike && part.relatives?.some((text) => unwantedTexts.has(text))
    return isRefused ? { typed: part.typed, label: part.label, without: unlike } : part
  })
}

function inDigits(text: string): string {
  const written = text.replace(SPELT, (word) => String(NUMBERS.indexOf(word) + 2))
  return PACKS.reduce((rest, pack) => rest.replace(pack, 'x$1'), written)
}

/** Beside a number of weeks: counted from the seed. */
const FROM_SEED =
  /(?<= |^)(?:(?:desde|de|a partir de)(?: la)? semilla|ciclo(?: completo| total)?|list[ao]s?)(?= |$)/g

function takeFacts(text: string): { text: string; facts: Part[] } {
  const { text: rest, facts } = takeNumbers(text)
  const isOfCycle = facts.some(({ range }) => range?.fact === 'flowering') && rest.search(FROM_SEED) >= 0
  if (!isOfCycle) return { text: rest, facts }
  return {
    text: rest.replaceAll(FROM_SEED, ' '),
    facts: facts.map(({ range, ...fact }) =>
      range ? { ...fact, range: { ...range, fact: ofCycle(range.fact) } } : fact,
    ),
  }
}

function takeNumbers(text: string): { text: string; facts: Part[] } {
  const facts: Part[] = []
  let rest = text
  for (let found: AskedFact | undefined; facts.length < MAX_FACTS; ) {
    found = factIn(rest)
    if (!found) break
    const { at, length, label, range } = found
    const scale = scaleOf(range)
    facts.push({ typed: rest.slice(at, at + length).trim(), label, range, ...(scale && { scales: [scale] }) })
    rest = `${rest.slice(0, at)} ${rest.slice(at + length)}`
  }
  return { text: rest, facts }
}

function isSamePart(one: Part, other: Part): boolean {
  return one.word === undefined ? one.typed === other.typed : one.word === other.word
}

interface Found {
  parts: Part[]
  /** Words. */
  length: number
}

/** 'sin limon', 'no sea muy alta ni automatica'. A synonym may begin with 'no' itself; what nobody knows is no wish. */
function unwantedAt(words: string[], at: number, synonyms: Synonyms): Found | undefined {
  if (!NOT.has(words[at] ?? '') || partAt(words, at, synonyms).length > 1) return undefined
  const parts: Part[] = []
  let end = at
  let next = at + 1
  do {
    let isOfSmell = false
    for (; OF_NOT.has(words[next] ?? '') || OF_SMELL.has(words[next] ?? ''); next += 1)
      isOfSmell ||= OF_SMELL.has(words[next] ?? '')
    const found = unwanted(words.slice(next), isOfSmell, synonyms)
    if (!found) break
    parts.push(found.part)
    end = next + found.length
    next = end + 1
  } while (words[end] === 'o')
  return parts.length > 0 ? { parts, length: end - at } : undefined
}

/** The part that begins here: what a seed must not be, or what the shop knows as its opposite. */
function unwanted(words: string[], isOfSmell: boolean, synonyms: Synonyms) {
  const opposite = isOfSmell ? undefined : partAt(['no', ...words], 0, synonyms, true)
  if (opposite && opposite.length > 1) {
    const plain = partAt(words, 0, synonyms, true).part
    const unlike = plain.relatives && [stemOf(plain.word ?? ''), ...plain.relatives]
    return { part: { ...opposite.part, ...(unlike && { unlike }) }, length: opposite.length - 1 }
  }
  if (isDear(words[0])) return { part: ranked(`no ${words[0]}`, [{ of: 'price', way: 'least' }]), length: 1 }
  const fact = factOfWord(words[0])
  if (fact && !isOfSmell) return { part: ranked(`no ${words[0]}`, [{ of: fact, way: 'least' }]), length: 1 }
  if (words.length === 0 || EVERYWHERE.has(words[0] ?? '')) return undefined
  const { part, length } = partAt(words, 0, synonyms, true)
  const stem = stemOf(part.word ?? '')
  const [, prevailing] = PREVAILING.exec(part.word ?? '') ?? []
  if (!prevailing && !part.relatives && !isMeant(stem, synonyms)) return undefined
  const without = prevailing ? [`mayormente ${prevailing}a`] : [stem, ...(part.relatives ?? [])]
  const typed = `sin ${part.typed}`
  return { part: { typed, label: typed, without }, length }
}

/** Whether a word stands for one that begins like this. */
function isMeant(stem: string, synonyms: Synonyms): boolean {
  const isSame = (text: string) => !/\d/.test(text) && (text.startsWith(stem) || stem.startsWith(text))
  return stem.length > 2 && [...synonyms.values()].some(({ means }) => means.some(isSame))
}

/** The part that begins here, with those that 'o' joins to it: 'menta o pino' asks for any of them. */
function eitherAt(words: string[], at: number, synonyms: Synonyms): Found {
  let { part, length } = partAt(words, at, synonyms)
  if (part.relatives && words.slice(Math.max(0, at - 1), at + length).some(isSuperlative))
    part = { ...part, isMost: true }
  const isAsked = ({ typed, word }: Part) => word !== undefined && !EVERYWHERE.has(typed)
  while (isAsked(part) && words[at + length] === 'o' && at + length + 1 < words.length) {
    const other = partAt(words, at + length + 1, synonyms)
    if (!isAsked(other.part)) break
    const relatives = [part, other.part].flatMap((one) => [one.word ?? '', ...(one.relatives ?? [])])
    length += 1 + other.length
    const typed = words.slice(at, at + length).join(' ')
    part = { ...part, typed, label: typed, relatives }
  }
  return { parts: [part], length }
}

/** The longest synonym that begins here, or the word. `isWhole`: its last word is not still being typed. */
function partAt(
  words: string[],
  at: number,
  synonyms: Synonyms,
  isWhole = false,
): { part: Part; length: number } {
  for (let length = Math.min(MAX_PHRASE, words.length - at); length >= 1; length -= 1) {
    const typed = words.slice(at, at + length).join(' ')
    const isLast = !isWhole && at + length === words.length
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
