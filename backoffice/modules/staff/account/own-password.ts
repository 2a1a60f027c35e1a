import { useRef, useState } from 'react'

/** The user's current password, which is never stored. */
export function useOwnPassword(hasPassword: boolean) {
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  return {
    field,
    isNeeded: hasPassword,
    password,
    isMissing,
    type: (text: string) => {
      setPassword(text)
      setMissing(false)
    },
    clear: () => setPassword(''),
    /**
     * Calls `run` with the password. If the account has a password and it is not typed yet, shows the error and focuses
     * the field instead. An account without a password needs none.
     */
    withPassword(run: (password: string) => Promise<unknown>): void {
      if (!hasPassword || password !== '') return void run(password)
      setMissing(true)
      field.current?.focus()
    },
  }
}

export type OwnPassword = ReturnType<typeof useOwnPassword>
