import { StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import { usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { wordsOf } from '#employer-portal/api/use-employer-action.ts'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

/** A load error with a retry button; the rest of the page stays usable. */
export function EmployerLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = usePortalTranslate()
  const door = useSignInTranslate()
  const failure = useFailureTexts()
  const refused = error instanceof StaffRefusalError ? error.refusal.refused : null
  return (
    <Notice kind="bad">
      <p>{refused === null ? failure(error) : wordsOf(t, refused)}</p>
      <ActionButton little onClick={onRetry}>
        {door('again')}
      </ActionButton>
    </Notice>
  )
}
