import { useRef, useState } from 'react'

/** The user's current password, which is never stored. */
export function useOwnPassword(has: boolean) {
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  return {
    field,
    isNeeded: has,
    password,
    missing,
    type: (text: string) => {
      setPassword(text)
      setMissing(false)
    },
    clear: () => setPassword(''),
    /**
     * Calls `run` with the password. If the account has a password and it is not typed yet, shows the error and focuses
     * the field instead. An account without a password needs none.
     */
    withIt(run: (password: string) => Promise<unknown>): void {
      if (!has || password !== '') return void run(password)
      setMissing(true)
      field.current?.focus()
    },
  }
}

export type OwnPassword = ReturnType<typeof useOwnPassword>
