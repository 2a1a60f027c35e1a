import type { CSSProperties } from 'react'

import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useBackofficeLanguage, useSay } from '#backoffice/i18n/translator.tsx'
import { type ThemeState, themeStates, USUAL_THEME } from '#domain/channels/theme-states.ts'
import { type ThemeOption, themeProperties } from '#domain/channels/theme.ts'
import { Button } from '#ui/components/Button.tsx'
import { Chip } from '#ui/components/Chip.tsx'

import css from './ThemePreview.module.css'

/** The shop's own parts in these colours, and each of their states with how well it reads. */
export function ThemePreview({ options }: { options: readonly ThemeOption[] }) {
  const say = useSay()
  const given = new Set(options.map(({ reference }) => reference))
  const usual = Object.entries(USUAL_THEME)
    .filter(([reference]) => !given.has(reference))
    .map(([reference, value]) => ({ reference, value }))
  const properties = Object.fromEntries(themeProperties([...usual, ...options])) as CSSProperties
  const states = themeStates(options)
  return (
    <section className={css.whole} aria-label={say('ch.preview')}>
      <h2>{say('ch.preview')}</h2>
      <div className={css.shop} style={properties}>
        <h3 className={css.heading}>{say('ch.sample.heading')}</h3>
        <p className={css.row}>
          <Button>{say('ch.sample.button')}</Button>
          <Button disabled>{say('ch.sample.sold')}</Button>
          <Button look="plain">{say('ch.sample.link')}</Button>
        </p>
        <p className={css.row}>
          <Chip on={false} onToggle={nothing}>
            {say('ch.sample.chip')}
          </Chip>
          <Chip on onToggle={nothing}>
            {say('ch.sample.chip')}
          </Chip>
          <span className={css.number}>12</span>
        </p>
      </div>
      <div className={css.states}>
        <table>
          <caption className="visually-hidden">{say('ch.contrast')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('ch.state')}</th>
              <th scope="col" className={css.figure}>
                {say('ch.contrast')}
              </th>
              <th scope="col">{say('ch.readsHead')}</th>
            </tr>
          </thead>
          <tbody>
            {states.map((state) => (
              <StateRow key={`${state.part} ${state.state}`} state={state} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const nothing = () => {}

function StateRow({ state }: { state: ThemeState }) {
  const say = useSay()
  const { language } = useBackofficeLanguage()
  const figure = (value: number) =>
    value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  const { part, front, ground, contrast, least, reads } = state
  return (
    <tr>
      <th scope="row">
        <span
          className={css.sample}
          style={{ color: front, background: ground }}
          aria-hidden="true"
        >
          {/* Drawn, not written: that it cannot be read is what it shows. */}
          <span className={css.letters} />
        </span>
        {say(`ch.p.${part}`)} {say(`ch.s.${state.state}`)}
      </th>
      <td className={css.figure}>
        {figure(contrast)}{' '}
        <span className={css.least}>
          ({say('ch.least')} {figure(least)})
        </span>
      </td>
      <td>
        <StateMark kind={reads ? 'done' : 'bad'}>
          {say(reads ? 'ch.reads' : 'ch.readsNot')}
        </StateMark>
      </td>
    </tr>
  )
}
