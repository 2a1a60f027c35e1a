import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { giftsOf, type Word } from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import {
  AttributeFields,
  type AttributeValues,
} from '#backoffice/modules/catalog/attributes/AttributeFields.tsx'
import {
  RemoveAttribute,
  type RemoveAttributeProps,
} from '#backoffice/modules/catalog/attributes/RemoveAttribute.tsx'
import { asText } from '#backoffice/modules/catalog/value-texts.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './AttributesPage.module.css'

type AttributeFormProps = Omit<RemoveAttributeProps, 'onGoing'> & {
  me: string
  mayWrite: boolean
  /** Staff who may change it, if the reader may not. */
  keepers: readonly string[]
}

/** One attribute: its names, its uses, and the actions that remove it. */
export function AttributeForm(props: AttributeFormProps) {
  const t = useTranslate()
  const { word, words, mayWrite, keepers } = props
  // While the attribute is being removed, its uses are not requested.
  const [going, setGoing] = useState(false)
  return (
    <div className={css.open}>
      {keepers.length > 0 ? (
        <Notice kind="info">{t('attribute.sharedHelp', { names: keepers.join(', ') })}</Notice>
      ) : null}
      <Names {...props} />
      {going ? null : <Uses word={word} words={words} />}
      {mayWrite ? <RemoveAttribute {...props} onGoing={setGoing} /> : null}
    </div>
  )
}

const valuesOf = ({ texts, hexcode, supplier_email, parent }: Word) => ({
  texts,
  hexcode: hexcode ?? '',
  mail: supplier_email,
  parent: parent ?? '',
})

const isGroupOf =
  (parent: string) =>
  ({ kind, id }: Word) =>
    kind === 'group' && id === parent

/** The names as typed. */
function useAttributeDraft(word: Word, me: string, onDone: AttributeFormProps['onDone']) {
  const t = useTranslate()
  const draft = useDraft<AttributeValues & { parent: string }>(
    `${me}.word.${word.kind}.${word.id}`,
    valuesOf(word),
  )
  const action = useAction('changeAttribute', {
    done: ({ word: { name } }) => t('attribute.saved', { name }),
  })
  const { values } = draft
  async function save() {
    const saved = await action.run({
      kind: word.kind,
      id: word.id,
      version: word.version,
      ...(word.kind === 'brand'
        ? { name: values.texts['nl'] ?? '', supplier_email: values.mail }
        : { texts: values.texts }),
      ...(word.kind === 'value' ? { hexcode: values.hexcode } : {}),
      ...(word.kind === 'tag' ? { parent: values.parent } : {}),
    })
    if (!saved) return
    draft.clear()
    onDone(saved.change)
  }
  return { draft, save, action }
}

function Names({ word, words, me, mayWrite, onDone }: AttributeFormProps) {
  const t = useTranslate()
  const { draft, save, action } = useAttributeDraft(word, me, onDone)
  const { values, type, conflict } = draft
  const now = valuesOf(word)
  return (
    <Form
      title={word.name}
      titled={false}
      submit={t('save')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      conflict={conflictNotice(conflict, {
        texts: [t('name'), asText(now.texts)],
        hexcode: [t('attribute.colour'), now.hexcode],
        mail: [t('attribute.mail'), now.mail],
        parent: [t('attribute.group'), words.find(isGroupOf(now.parent))?.name],
      })}
      changed={draft.changed}
      onDiscard={draft.clear}
      note={t('liveAtOnce')}
      onSubmit={async () => {
        if (mayWrite) await save()
      }}
    >
      <AttributeFields kind={word.kind} values={values} readOnly={!mayWrite} type={type} />
      {word.kind === 'tag' ? (
        <FormSelect
          label={t('attribute.group')}
          disabled={!mayWrite}
          value={values.parent}
          onChange={({ target }) => type({ parent: target.value })}
        >
          {words
            .filter(({ kind }) => kind === 'group')
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </FormSelect>
      ) : null}
    </Form>
  )
}

function Uses({ word, words }: Pick<AttributeFormProps, 'word' | 'words'>) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('attributeUses', { kind: word.kind, id: word.id }))
  const title = t('attribute.whereUsed', { name: word.name })
  if (!data) return null
  const { gifts, sold, inside, places, drafts } = data
  return (
    <section className={css.part} aria-label={title}>
      <h2>{title}</h2>
      <ul className={css.uses}>
        <li>
          {gifts > 0 ? (
            <BackofficeLink to={giftsOf(word, words)}>
              {t('attribute.usedPlain', { count: gifts })}
            </BackofficeLink>
          ) : (
            t('attribute.unused')
          )}
        </li>
        {sold > 0 ? <li>{t('attribute.sold', { count: sold })}</li> : null}
        {inside > 0 ? <li>{t('attribute.inside', { count: inside })}</li> : null}
        {places.map(({ channel, kind, id, name }) => (
          <li key={`${channel} ${kind} ${id}`}>
            <BackofficeLink
              to={`/backoffice/content/${kind === 'navigation' ? 'navigation' : 'tiles'}?channel=${channel}`}
            >
              {t(kind === 'navigation' ? 'attribute.inMenu' : 'attribute.onTile', {
                channel,
                name,
              })}
            </BackofficeLink>
          </li>
        ))}
        {drafts.map(({ id, name }) => (
          <li key={id}>
            <BackofficeLink to={`/backoffice/releases/${id}`}>
              {t('attribute.inDraft', { name })}
            </BackofficeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
