export interface ProfileNames {
  first_name: string
  last_name: string
}

/** The first thing that is wrong with the names, as the server would word it. */
export function profileError({
  first_name,
  last_name,
}: ProfileNames): { field: keyof ProfileNames; text: string } | undefined {
  if (first_name.trim() === '') return { field: 'first_name', text: 'El nombre es requerido' }
  if (first_name.trim().length < 2)
    return { field: 'first_name', text: 'El nombre debe tener al menos 2 caracteres' }
  if (last_name.trim() === '') return { field: 'last_name', text: 'El apellido es requerido' }
  if (last_name.trim().length < 2)
    return { field: 'last_name', text: 'El apellido debe tener al menos 2 caracteres' }
  return undefined
}
