import { StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import type { SignInKey } from '#backoffice/i18n/message-keys.ts'
import { Fault, faultKind } from '#contract/shared/http-call.ts'

/** The text for a call that failed without an answer, with the error number that the server logged. */
export function failureText(error: unknown): [key: SignInKey, values?: { number: string }] {
  if (error instanceof StaffRefusalError)
    return [error.refusal.refused === 'unavailable' ? 'serverDown' : 'broken']
  if (!(error instanceof Fault)) return ['broken']
  switch (faultKind(error)) {
    case 'no-connection':
      return ['noConnection']
    case 'server-down':
      return ['serverDown']
    case 'server-error':
      return error.requestId === null ? ['broken'] : ['brokenNumber', { number: error.requestId }]
  }
}

export function useFailureTexts(): (error: unknown) => string {
  const t = useSignInTranslate()
  return (error) => t(...failureText(error))
}
