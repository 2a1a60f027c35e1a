import { useEffect, useRef, useState } from 'react'

import { copyFieldText } from '#backoffice/kit/display/copy-text.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { VoucherDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { splitCode } from '#domain/vouchers/voucher-code.ts'

import css from './ReplaceCodeDialog.module.css'

/** For a caller who lost the code: Enter submits, and the new code is shown for reading aloud. */
export function ReplaceCodeDialog({ staff, voucher, onClose }: VoucherDialogProps) {
  const t = useTranslate()
  const { id, last3 } = voucher
  const draft = useDraft(`${staff.id}.case.${id}.replace`, { reason: t('voucher.replaceLost') })
  const action = useAction('replaceCode')
  const [code, setCode] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [replacedLast3, setReplacedLast3] = useState(last3)
  const [hadNoResponse, setHadNoResponse] = useState(false)
  // The response to the first attempt was lost, and a second attempt finds another code.
  const isReplacedUnseen = hadNoResponse && action.refusal?.refused === 'changed-since'
  // The code shown is invalid if a colleague has replaced it too.
  const isReplacedAgain = code !== null && last3 !== replacedLast3 && last3 !== code.slice(-3)
  if (isReplacedAgain) return <CodeReplacedAgain onClose={onClose} />
  if (code !== null) {
    return <NewCode code={code} voucher={voucher} reason={reason} onClose={onClose} />
  }
  return (
    <ModalDialog title={t('voucher.replace')} onClose={onClose}>
      <Form
        title={t('voucher.replace')}
        titled={false}
        submit={t('voucher.replace')}
        note={t('voucher.replaceNote')}
        failure={isReplacedUnseen ? t('voucher.replacedUnseen') : action.failure}
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (action.isOutcomeUnknown) setHadNoResponse(true)
          const done = await action.run({ id, last3, ...draft.values })
          if (!done) return
          setReason(draft.values.reason)
          draft.clear()
          setReplacedLast3(last3)
          setCode(done.code)
        }}
      >
        <p>{t('voucher.replaceEffect', { code: last3 })}</p>
        <FormField
          label={t('reason')}
          hint={t('reasonHelp')}
          required
          maxLength={500}
          value={draft.values.reason}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => draft.type({ reason: target.value })}
        />
      </Form>
    </ModalDialog>
  )
}

function CodeReplacedAgain({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return (
    <ModalDialog title={t('voucher.newCode')} onClose={onClose}>
      <Notice kind="bad">{t('voucher.newCodeOver')}</Notice>
      <div className={css.actions}>
        <ActionButton variant="main" onClick={onClose}>
          {t('close')}
        </ActionButton>
      </div>
    </ModalDialog>
  )
}

type NewCodeProps = {
  code: string
  voucher: VoucherDialogProps['voucher']
  /** The reason of the replacement, also for an email. */
  reason: string
  onClose: () => void
}

/** A code is shown once, so neither a key nor a click outside closes the dialog. It has groups, as in a letter. */
function NewCode({ code, voucher, reason, onClose }: NewCodeProps) {
  const t = useTranslate()
  const notify = useNotify()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <ModalDialog title={t('voucher.newCode')} onClose={null}>
      <p className={css.code} data-new-code>
        {splitCode(code).map((part, index) => (
          <span key={index}>{part}</span>
        ))}
      </p>
      <p>{t('voucher.newCodeHelp')}</p>
      <FormField
        label={t('voucher.code')}
        ref={field}
        readOnly
        value={code}
        onFocus={({ target }) => target.select()}
      />
      <div className={css.actions}>
        <ActionButton variant="main" onClick={onClose}>
          {t('voucher.haveCode')}
        </ActionButton>
        <ActionButton
          onClick={() => {
            if (field.current && copyFieldText(field.current)) notify(t('voucher.copied'))
          }}
        >
          {t('voucher.copy')}
        </ActionButton>
      </div>
      {voucher.mailed_to && voucher.state === 'open' ? (
        <MailCode
          voucher={voucher}
          mailedTo={voucher.mailed_to}
          reason={reason}
          onClose={onClose}
        />
      ) : null}
    </ModalDialog>
  )
}

type MailCodeProps = Pick<NewCodeProps, 'voucher' | 'reason' | 'onClose'> & {
  mailedTo: NonNullable<VoucherDialogProps['voucher']['mailed_to']>
}

/** Codes are not stored in readable form, so the email contains another code than the one shown. */
function MailCode({ voucher, mailedTo, reason, onClose }: MailCodeProps) {
  const t = useTranslate()
  const action = useAction('mailRecipient', { done: () => t('voucher.resent') })
  return (
    <div className={css.mail}>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <ActionButton
        busy={action.busy}
        onClick={() =>
          void action
            .run({ id: voucher.batch.id, recipient: mailedTo.person, reason })
            .then((sent) => sent && onClose())
        }
      >
        {t('voucher.mailCode', { mail: mailedTo.email })}
      </ActionButton>
      <p>{t('voucher.mailCodeHelp')}</p>
    </div>
  )
}
