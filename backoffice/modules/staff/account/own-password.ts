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
    /** Runs it with the password; where it was not typed yet, leads there instead. Who has none needs none. */
    withIt(run: (password: string) => Promise<unknown>): void {
      if (!has || password !== '') return void run(password)
      setMissing(true)
      field.current?.focus()
    },
  }
}

export type OwnPassword = ReturnType<typeof useOwnPassword>
