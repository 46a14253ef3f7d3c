import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { type TodoQueue, todoQueues } from './todo-query.ts'
import { counted } from '../kit/counted.ts'
import { TODO_WORD } from '../../../contract/orders/todo.ts'
import './todo-page.css'

export const ALL_DONE = 'Todo al día'

type Queue = Pick<TodoQueue, 'key' | 'count'>

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

/** Pending work in a line. Shows nothing on errors. */
export function TodoStrip() {
  const admin = useAdminPath()
  const { data } = useQuery(todoQueues())
  return (
    <p className="todo-strip">
      {data && (
        <Link to={admin.todo()} title="Para hacer (g h)">
          <span className="todo-strip-queues">{todoSentence(data)}</span>
          <span className="todo-strip-total">{todoTotal(data)}</span>
        </Link>
      )}
    </p>
  )
}
