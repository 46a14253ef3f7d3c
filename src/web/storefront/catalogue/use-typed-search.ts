import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { SEARCH_DEBOUNCE_MS, URL_GUARD_MS } from '../../../contract/limits.ts'
import { type AddressWrite, useAddressWrite } from '../../browser/use-address-write.ts'
import { addressOf, type CatalogueAddress, withFilter } from './catalogue-search.ts'

/** The text of the search field, and its synchronisation with the address. */
export function useTypedSearch(asked: CatalogueAddress) {
  const navigate = useNavigate()
  const address = useAddressWrite()
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  })
  const { text, setText, noteWritten } = useFieldText(asked.search, address)
  const write = (words: string) => {
    address.cancel()
    const search = words.trim()
    if (search === latest.current.search) return
    noteWritten(search)
    void navigate(addressOf(withFilter(latest.current, { search })), {
      replace: true,
      preventScrollReset: true,
    })
  }
  return {
    text,
    type: (words: string) => {
      setText(words)
      address.later(() => write(words), SEARCH_DEBOUNCE_MS)
    },
    /** What was typed while the page was starting is in the field only. */
    send: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const typed = new FormData(event.currentTarget).get('search')
      write(typeof typed === 'string' ? typed : text)
    },
    clear: () => {
      setText('')
      write('')
    },
  }
}

/**
 * Follows the address, unless it only echoes what was typed: for a moment after each write the address does not touch
 * the field.
 */
function useFieldText(inAddress: string, address: AddressWrite) {
  const [text, setText] = useState(inAddress)
  const written = useRef({ text: inAddress, at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    const isEcho = inAddress === written.current.text || performance.now() - written.current.at < URL_GUARD_MS
    if (isEcho) return
    // Back, a removed chip or the search of the header.
    address.cancel()
    written.current = { text: inAddress, at: Number.NEGATIVE_INFINITY }
    setText(inAddress)
  }, [inAddress, address])
  const noteWritten = (search: string) => {
    written.current = { text: search, at: performance.now() }
  }
  return { text, setText, noteWritten }
}
