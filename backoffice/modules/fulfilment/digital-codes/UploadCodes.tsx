import { useState } from 'react'

import { FormTextArea, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { FileField } from '#backoffice/kit/form/FileField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { AFTER_SPACE, type AfterSpace, readGiftCodes } from '#domain/fulfilment/digital-codes.ts'

/** Codes are never stored as a draft, so that none stay in the browser. */
export function UploadCodes({ sku }: { sku: string }) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const [afterSpace, setAfterSpace] = useState<AfterSpace | ''>('')
  const [result, setResult] = useState<StaffResponse<'uploadDigitalCodes'> | null>(null)
  const { unclear } = readGiftCodes(text)
  const action = useAction('uploadDigitalCodes', {
    done: ({ added, refused }) =>
      added + refused === 0 ? null : t('digital.brought', { count: added, refused }),
  })
  return (
    <Form
      title={t('digital.bring')}
      submit={t('digital.bringIn')}
      failure={action.failure}
      busy={action.busy}
      changed={text !== ''}
      onDiscard={() => setText('')}
      note={t('digital.bringNote')}
      onSubmit={async () => {
        const uploaded = await action.run({ sku, text, after_space: afterSpace || undefined })
        if (!uploaded) return
        // If no code was accepted or refused, the input stays for correction.
        if (uploaded.added + uploaded.refused > 0) {
          setText('')
          setAfterSpace('')
        }
        setResult(uploaded)
      }}
    >
      <FormTextArea
        label={t('digital.codes')}
        hint={t('digital.codesHelp')}
        rows={6}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <FileField
        label={t('digital.file')}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void file.text().then(setText)
          target.value = ''
        }}
      />
      {unclear.length > 0 ? (
        <AfterSpaceField unclear={unclear} afterSpace={afterSpace} setAfterSpace={setAfterSpace} />
      ) : null}
      {result ? <RefusedCodes result={result} /> : null}
    </Form>
  )
}

type AfterSpaceProps = {
  unclear: ReturnType<typeof readGiftCodes>['unclear']
  afterSpace: AfterSpace | ''
  setAfterSpace: (afterSpace: AfterSpace | '') => void
}

/** Asks what the text after a space means, with the first such code as an example. */
function AfterSpaceField({ unclear, afterSpace, setAfterSpace }: AfterSpaceProps) {
  const t = useTranslate()
  const { code = '', pin = '' } = unclear[0] ?? {}
  return (
    <FormSelect
      label={t('digital.behindBlank')}
      hint={t('digital.behindBlankHelp', { count: unclear.length })}
      required
      value={afterSpace}
      onChange={({ target }) =>
        setAfterSpace(AFTER_SPACE.find((one) => one === target.value) ?? '')
      }
    >
      <option value="">{t('digital.behindBlank.choose')}</option>
      {AFTER_SPACE.map((one) => (
        <option key={one} value={one}>
          {t(`digital.behindBlank.${one}`, { code, pin })}
        </option>
      ))}
    </FormSelect>
  )
}

/** The lines that were not added, by reason. */
function RefusedCodes({ result }: { result: StaffResponse<'uploadDigitalCodes'> }) {
  const t = useTranslate()
  return (
    <>
      {result.wrong.length > 0 ? (
        <div role="alert">
          <p>{t('digital.wrongLines')}</p>
          <ul>
            {result.wrong.map(({ line, why }) => (
              <li key={line}>{t('digital.wrongLine', { line, why: t(`digital.why.${why}`) })}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {result.known.length > 0 ? (
        <div role="alert">
          <p>{t('digital.knownLines')}</p>
          <ul>
            {result.known.map(({ line, code, of, other_pin }) => (
              <li key={line}>
                {t('digital.line', { line, code })}
                {of === null ? '' : ` ${t('digital.sameAs', { line: of })}`}
                {other_pin ? ` ${t('digital.otherPin')}` : ''}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {result.alike.length > 0 ? (
        <div role="alert">
          <p>{t('digital.alikeLines')}</p>
          <ul>
            {result.alike.map(({ line, code }) => (
              <li key={line}>{t('digital.line', { line, code })}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}
