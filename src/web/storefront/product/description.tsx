import { useState } from 'react'
import { cutDescription } from './cut-description.ts'

/** Long texts are cut and open in place. Without scripts the whole text shows. */
export function Description({ text, max }: { text: string; max: number }) {
  const [isOpen, setOpen] = useState(false)
  if (text.trim() === '') return null
  const beginning = cutDescription(text, max)
  return (
    <section
      className={`product-description${beginning === undefined ? '' : ' is-cut'}`}
      aria-labelledby="descripcion"
    >
      <h2 id="descripcion">Descripción</h2>
      <p id="descripcion-texto">{isOpen || beginning === undefined ? text : beginning}</p>
      {beginning !== undefined && (
        <>
          <button
            type="button"
            className="button quiet product-description-more"
            aria-expanded={isOpen}
            aria-controls="descripcion-texto"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Leer menos' : 'Leer más'}
          </button>
          <noscript>
            <p>{text}</p>
          </noscript>
        </>
      )}
    </section>
  )
}
