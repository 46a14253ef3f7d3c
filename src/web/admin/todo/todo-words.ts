import { TODO_WORD, type TodoKey } from '../../../contract/todo.ts'

export const ALL_DONE = 'Todo al día'

/** 'Para hacer: 3 cobrar · 2 preparar'. Little stock alone is nothing to do today. */
export function todoSentence(queues: { key: TodoKey; count: number }[]): string {
  const open = queues.filter(({ key, count }) => count > 0 && key !== 'stock_low')
  if (open.length === 0) return ALL_DONE
  return `Para hacer: ${open.map(({ key, count }) => `${count} ${TODO_WORD[key]}`).join(' · ')}`
}
