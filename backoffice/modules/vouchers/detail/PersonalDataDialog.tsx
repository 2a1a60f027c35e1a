import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { VoucherDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

const REQUESTS = ['html', 'json', 'erase'] as const
type DataRequest = (typeof REQUESTS)[number]
const toRequest = (text: string): DataRequest =>
  REQUESTS.find((request) => request === text) ?? 'html'

/** Personal data: export a copy, or erase. */
export function PersonalDataDialog({ staff, voucher, onClose }: VoucherDialogProps) {
  const t = useTranslate()
  const { id } = voucher
  const { data } = useQuery(staffQuery('personalData', { id }))
  const draft = useDraft<{ reason: string; wish: string }>(`${staff.id}.case.${id}.personal`, {
    reason: '',
    wish: 'html',
  })
  const exportData = useAction('exportPerson', { done: () => t('privacy.personalMade') })
  const erase = useAction('erasePerson', { done: () => t('privacy.asked') })
  const request = toRequest(draft.values.wish)
  const isErasure = request === 'erase'
  return (
    <ModalDialog title={t('privacy.personal')} onClose={onClose}>
      <Form
        title={t('privacy.personal')}
        titled={false}
        submit={t(isErasure ? 'privacy.askToErase' : 'privacy.makeFile')}
        {...(isErasure ? { note: t('privacy.personalWaits') } : {})}
        failure={isErasure ? erase.failure : exportData.failure}
        busy={exportData.busy || erase.busy}
        off={isErasure && data?.held !== null}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          const { reason } = draft.values
          if (request === 'erase') {
            if (!(await erase.run({ id, reason }))) return
          } else {
            const file = await exportData.run({ id, as: request, reason })
            if (!file) return
            downloadFile(file)
          }
          draft.clear()
          onClose()
        }}
      >
        <FormSelect
          label={t('privacy.personalAsked')}
          value={request}
          onChange={({ target }) => draft.type({ wish: target.value })}
        >
          {REQUESTS.map((option) => (
            <option key={option} value={option}>
              {t(`privacy.personal.${option}`)}
            </option>
          ))}
        </FormSelect>
        {isErasure && data ? <ErasureEffects personalData={data} /> : null}
        <ReasonField value={draft.values.reason} onValue={(reason) => draft.type({ reason })} />
      </Form>
    </ModalDialog>
  )
}

/** What is erased, which orders must be stored longer, and what prevents the erasure. */
function ErasureEffects({ personalData }: { personalData: StaffResponse<'personalData'> }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { held, held_until: until, available, stays, due } = personalData
  return (
    <>
      {held === null ? null : (
        <Notice kind="warn">
          {until === null
            ? t('privacy.personalHeld', { why: t(`privacy.held.${held}`) })
            : t('privacy.personalHeldUntil', {
                why: t(`privacy.held.${held}`),
                day: formatDay(language, until),
              })}
        </Notice>
      )}
      {available > 0 ? <p>{t('privacy.personalLost', { count: available })}</p> : null}
      {stays.map(({ number, until: day }) => (
        <p key={number}>{t('privacy.personalStays', { number, day: formatDay(language, day) })}</p>
      ))}
      <p>
        {due === null
          ? t('privacy.personalNever')
          : t('privacy.personalDue', { day: formatDay(language, due) })}
      </p>
    </>
  )
}

/** Downloads a file that was created in the page. */
function downloadFile({ name, type, text }: StaffResponse<'exportPerson'>) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type}; charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
