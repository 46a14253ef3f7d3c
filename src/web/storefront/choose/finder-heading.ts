const WORDS = ['ninguna', 'una', 'dos', 'tres', 'cuatro']

/** 'Ninguna cumple las cuatro. Estas cumplen tres.' `results` begin with the best; true for each of them. */
export function headingOf({ asked, results }: { asked: number; results: { met: number }[] }): string {
  const best = results[0]?.met ?? 0
  if (results.length === 0) return 'No encontramos ninguna'
  if (best === asked) return results.length === 1 ? 'Esta es la tuya' : 'Las que mejor van'
  const all = asked === 1 ? 'Ninguna cumple eso.' : `Ninguna cumple las ${WORDS[asked]}.`
  if (best === 0) return `${all} Estas son las más cercanas.`
  return `${all} Estas cumplen ${results.at(-1)?.met === best ? '' : 'hasta '}${WORDS[best]}.`
}
