import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Batches.module.css'

/** Files for those who print letters themselves. */
export const CODE_TABLES = ['csv', 'zip'] as const
export const CODE_FILES = ['pdf', 'large', ...CODE_TABLES] as const
type CodeFile = (typeof CODE_FILES)[number]

/** Links that create codes and download them. */
export function CodeFiles({
  batch,
  forms,
  mayPress,
  onDownload,
}: {
  batch: Batch
  forms: readonly CodeFile[]
  mayPress: boolean
  onDownload: () => void
}) {
  const t = useTranslate()
  // While mails are being sent, a file is the exception.
  const main = batch.mails.waiting > 0 ? null : forms[0]
  return (
    <>
      <div className={css.actions}>
        {forms.map((form) => (
          <a
            key={form}
            className={actionButtonClass(form === main ? 'main' : 'quiet')}
            href={`/backoffice/api/batches/${batch.id}/codes?as=${form}`}
            download
            onClick={(event) => {
              // One click too many would get a refusal for a file.
              if (mayPress) onDownload()
              else event.preventDefault()
            }}
          >
            <BackofficeIcon name="download" />
            {t(`codes.${form}`)}
          </a>
        ))}
      </div>
      <p className={css.soft}>{t('codesOnce')}</p>
    </>
  )
}
