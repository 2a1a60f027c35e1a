import { type ComponentProps, type Ref, useState } from 'react'

import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'

import css from './PasswordFields.module.css'

export const MIN_PASSWORD_LENGTH = 12

/** A password, with a button that shows what was typed. */
export function PasswordField(props: Omit<ComponentProps<typeof FormField>, 'type' | 'button'>) {
  const t = useSignInTranslate()
  const [isShown, setShown] = useState(false)
  return (
    <FormField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      button={
        <span className={css.show}>
          <ActionIconButton
            icon="eye"
            label={t('showTyped')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </span>
      }
    />
  )
}

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
    <PasswordField
      {...(ref ? { ref } : {})}
      label={label}
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
    <PasswordField
      label={label}
      autoComplete="new-password"
      required
      minLength={MIN_PASSWORD_LENGTH}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      {...more}
    />
  )
}
