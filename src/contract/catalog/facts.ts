/** The numbers that are read from a variety's texts, and what filters and searches say of them. */
export const FACTS = {
  thc: { label: 'THC', unit: '%', per: 1, step: 1 },
  cbd: { label: 'CBD', unit: '%', per: 1, step: 1 },
  /** In days, shown in weeks. */
  flowering: { label: 'Floración', unit: 'semanas', per: 7, step: 7 },
  /** Indoors. */
  height: { label: 'Altura', unit: 'cm', per: 1, step: 10 },
  /** Indoors, per square metre. */
  yield: { label: 'Rinde', unit: 'g/m²', per: 1, step: 50 },
} as const satisfies Record<string, { label: string; unit: string; per: number; step: number }>
export type FactName = keyof typeof FACTS

/** Half open: `from` <= number < `below`, in the units of `FACTS`. A product whose own range overlaps it has it. */
export interface FactRange {
  fact: FactName
  from: number
  below: number | undefined
}

/** 'THC de 20 a 25 %', 'THC 25 % o más', 'Floración de menos de 8 semanas', 'THC 20 %' for the same number twice. */
export function rangeLabel({ fact, from, below }: FactRange): string {
  const { label, per } = FACTS[fact]
  if (below === undefined) return `${label} ${amount(fact, from)} o más`
  if (from === 0) return `${label} de menos de ${amount(fact, below)}`
  if (from === below) return `${label} ${amount(fact, from)}`
  return `${label} de ${number(from / per)} a ${amount(fact, below)}`
}

function amount(fact: FactName, value: number): string {
  const { unit, per } = FACTS[fact]
  return per > 1 && value % per !== 0 ? `${value} días` : `${number(value / per)} ${unit}`
}

const number = (value: number) => String(Math.round(value * 10) / 10).replace('.', ',')

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(FACTS, name)
}

export const UNREAD_FACT = 'No se entiende: queda fuera de los filtros.'

/** Whether the database (`fact_of`, migration 0139) reads no number from a text: '1:1', 'alta', 'kg por m2'. */
export function isUnreadFact(text: string): boolean {
  const read = text.replaceAll(/m(?:ts?|trs?|etros?)?\.?\s?\^?[2²](?!\d)/gi, '')
  return text.trim() !== '' && (/\d\s*:\s*\d/.test(text) || !/\d/.test(read))
}
