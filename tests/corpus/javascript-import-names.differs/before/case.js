import './a.js';
import './b.js';
