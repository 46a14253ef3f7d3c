/** The four questions of the finder, with the texts of its answers. Words of places and zones are those of `GROWING`, folded. */
export const QUESTIONS = {
  place: {
    label: '¿Dónde vas a cultivar?',
    answers: { interior: 'Interior', exterior: 'Exterior', invernadero: 'Balcón o invernadero' },
  },
  zone: {
    label: '¿En qué zona?',
    answers: { norte: 'Norte (NOA y NEA)', centro: 'Centro', cuyo: 'Cuyo', patagonia: 'Patagonia' },
  },
  skill: {
    label: '¿Cuánta experiencia tenés?',
    answers: { primera: 'Primera vez', alguna: 'Alguna', mucha: 'Mucha' },
  },
  goal: {
    label: '¿Qué importa más?',
    answers: { rapida: 'Que sea rápida', rinde: 'Que rinda', aroma: 'El aroma', cbd: 'Más CBD' },
  },
} as const
export type Question = keyof typeof QUESTIONS
export type AnswerTo<Asked extends Question> = keyof (typeof QUESTIONS)[Asked]['answers']

export interface FinderAnswers {
  place?: AnswerTo<'place'> | undefined
  zone?: AnswerTo<'zone'> | undefined
  skill?: AnswerTo<'skill'> | undefined
  goal?: AnswerTo<'goal'> | undefined
}

export const QUESTION_NAMES = Object.keys(QUESTIONS) as Question[] // safe: keys of a literal

/** Most varieties that the finder names. */
export const MAX_FOUND = 3
