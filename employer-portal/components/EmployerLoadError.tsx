import { StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import { usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { refusalText } from '#employer-portal/api/use-employer-action.ts'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

/** A load error with a retry button. The other parts of the page stay usable. */
export function EmployerLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = usePortalTranslate()
  const signInText = useSignInTranslate()
  const failure = useFailureTexts()
  const refused = error instanceof StaffRefusalError ? error.refusal.refused : null
  return (
    <Notice kind="bad">
      <p>{refused === null ? failure(error) : refusalText(t, refused)}</p>
      <ActionButton small onClick={onRetry}>
        {signInText('again')}
      </ActionButton>
    </Notice>
  )
}
