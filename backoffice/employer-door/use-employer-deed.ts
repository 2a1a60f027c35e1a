import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { callEmployer } from '#backoffice/employer-door/employer-client.ts'
import { type EmployerSay, useEmployerSay } from '#backoffice/employer-door/employer-words.tsx'
import type { EmployerAnswer, EmployerInput } from '#contract/employer/employer-call.ts'
import type { EmployerCallName } from '#contract/employer/employer-paths.ts'
import { refused } from '#contract/refusal.ts'
import { useAnnounce } from '#ui/Announcer.tsx'

/** One write: under way, refused in words, or done and told once. What is shown is read anew afterwards. */
export function useEmployerDeed<Name extends EmployerCallName>(name: Name) {
  const say = useEmployerSay()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)

  async function run(
    input: EmployerInput<Name>,
    told: (answer: EmployerAnswer<Name>) => string | null,
  ): Promise<EmployerAnswer<Name> | null> {
    if (busy) return null
    setBusy(true)
    setWrong(null)
    setDone(null)
    try {
      const outcome = await callEmployer(name, input)
      if (refused(outcome)) {
        setWrong(wordsOf(say, outcome.refused))
        if (outcome.refused === 'changed-since') await queries.invalidateQueries()
        return null
      }
      void queries.invalidateQueries()
      const sentence = told(outcome)
      setDone(sentence)
      if (sentence !== null) announce(sentence)
      return outcome
    } catch {
      setWrong(say('failed'))
      return null
    } finally {
      setBusy(false)
    }
  }

  /** What was said of it is over where something else begins. */
  function forget() {
    setWrong(null)
    setDone(null)
  }

  return { run, busy, wrong, done, forget }
}

export function wordsOf(say: EmployerSay, code: string): string {
  switch (code) {
    case 'wrong-password':
    case 'weak-password':
    case 'too-many-attempts':
    case 'wrong-code':
    case 'wrong-passkey':
    case 'over-budget':
    case 'has-one-already':
    case 'reminded-lately':
    case 'unavailable':
      return say(`wrong.${code}`)
    case 'batch-undone':
    case 'batch-over':
    case 'waits-for-second':
      return say('wrong.closed')
    case 'being-made':
    case 'codes-under-way':
      return say('wrong.under-way')
    case 'invalid-input':
      return say('wrong.input')
    case 'changed-since':
    case 'no-longer-possible':
    case 'not-found':
    case 'factor-is-set':
    case 'no-factor':
      return say('wrong.changed')
    default:
      return say('failed')
  }
}
