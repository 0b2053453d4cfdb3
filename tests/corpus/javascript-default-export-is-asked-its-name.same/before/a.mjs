export default class Net {}
