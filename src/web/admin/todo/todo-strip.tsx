import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { todoQueues } from './todo-query.ts'
import { todoSentence, todoTotal } from './todo-words.ts'
import './todo-page.css'

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
