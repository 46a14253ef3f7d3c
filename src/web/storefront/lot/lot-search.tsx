import { paths } from '../../app/paths.ts'

/** Finds a lot by its code; works without scripts. */
export function LotSearch({ label, search = '' }: { label: string; search?: string }) {
  return (
    <form className="lot-search stack-2" action={paths.lots()} role="search">
      <label className="strong" htmlFor="lot-search">
        {label}
      </label>
      <div>
        <input
          id="lot-search"
          key={search}
          className="field-control"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="PV-25A"
        />
        <button type="submit" className="button secondary">
          Buscar
        </button>
      </div>
    </form>
  )
}
