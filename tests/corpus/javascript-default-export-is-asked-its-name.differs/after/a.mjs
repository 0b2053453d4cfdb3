export default class Total {}
