import { counted } from '../kit/counted.ts'
import { TODO_WORD, type TodoKey } from '../../../contract/orders/todo.ts'

export const ALL_DONE = 'Todo al día'

interface Queue {
  key: TodoKey
  count: number
}

/** Low stock alone does not count. */
function openQueues(queues: Queue[]): Queue[] {
  return queues.filter(({ key, count }) => count > 0 && key !== 'stock_low')
}

/** 'Para hacer: 3 cobrar · 2 preparar' */
export function todoSentence(queues: Queue[]): string {
  const open = openQueues(queues)
  if (open.length === 0) return ALL_DONE
  const words = open.map(({ key, count }) => {
    const [one, many = one] = TODO_WORD[key]
    return counted(count, one, many)
  })
  return `Para hacer: ${words.join(' · ')}`
}

/** 'Para hacer: 5 cosas', the short form. */
export function todoTotal(queues: Queue[]): string {
  const total = openQueues(queues).reduce((sum, { count }) => sum + count, 0)
  return total === 0 ? ALL_DONE : `Para hacer: ${counted(total, 'cosa', 'cosas')}`
}
