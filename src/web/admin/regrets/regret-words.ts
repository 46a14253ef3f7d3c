import { REGRET_ANSWER_HOURS, type RegretStatus } from '../../../contract/legal/regret-rules.ts'

const HOUR_MS = 60 * 60_000
const FEW_HOURS = 6

export const REGRET_TONE: Record<RegretStatus, string> = {
  received: 'warn',
  accepted: 'info',
  not_applicable: '',
  done: 'ok',
}

/** The time left to answer, in words, and its urgency. */
export function timeLeft(receivedAt: string, now: number): { text: string; tone: 'ok' | 'warn' | 'err' } {
  const left = REGRET_ANSWER_HOURS - (now - Date.parse(receivedAt)) / HOUR_MS
  if (left <= 0) return { text: `Vencida hace ${Math.floor(-left)} h`, tone: 'err' }
  const hours = Math.floor(left)
  const text = hours < 1 ? 'Queda menos de 1 h' : hours === 1 ? 'Queda 1 h' : `Quedan ${hours} h`
  return { text, tone: left <= FEW_HOURS ? 'warn' : 'ok' }
}
