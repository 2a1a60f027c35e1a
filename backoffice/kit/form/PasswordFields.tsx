import type { Ref } from 'react'

import { FormField } from '#backoffice/kit/form/FormField.tsx'

export const MIN_PASSWORD_LENGTH = 12

type Value = { label: string; value: string; onValue: (value: string) => void }

export function CurrentPassword({
  label,
  value,
  onValue,
  ref,
  ...more
}: Value & {
  ref?: Ref<HTMLInputElement>
  hint?: string
  issue?: string | null
  required?: boolean
}) {
  return (
    <FormField
      {...(ref ? { ref } : {})}
      label={label}
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={({ target }) => onValue(target.value)}
      {...more}
    />
  )
}

export function NewPassword({
  label,
  value,
  onValue,
  ...more
}: Value & { name?: string; hint: string; issue?: string | null; large?: boolean }) {
  return (
    <FormField
      label={label}
      type="password"
      autoComplete="new-password"
      required
      minLength={MIN_PASSWORD_LENGTH}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      {...more}
    />
  )
}
