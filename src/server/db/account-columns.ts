/** All columns of an account except its password. */
export const ACCOUNT_COLUMNS = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'instagram',
  'phone',
  'is_staff',
  'is_superuser',
  'role',
  'is_active',
  'email_verified_at',
  'created_at',
] as const
