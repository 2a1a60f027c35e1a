/** For staff, in their back office language. Holders never see it. */
const english = {
  acting: 'You act for the holder',
  until: 'until',
  theirs: 'What you order is theirs, from their points. It is told to them.',
  end: 'End and go back',
}
type ImpersonationTexts = typeof english

const words: Readonly<Record<string, ImpersonationTexts>> = {
  nl: {
    acting: 'Je handelt voor de houder',
    until: 'tot',
    theirs: 'Wat je bestelt, is van de houder en gaat van diens punten af. De houder hoort ervan.',
    end: 'Stoppen en terug',
  },
  de: {
    acting: 'Sie handeln für jemanden',
    until: 'bis',
    theirs:
      'Was Sie bestellen, gehört der anderen Person und kostet ihre Punkte. Sie erfährt davon.',
    end: 'Beenden und zurück',
  },
}

export const impersonationTexts = (language: string): ImpersonationTexts =>
  words[language] ?? english
