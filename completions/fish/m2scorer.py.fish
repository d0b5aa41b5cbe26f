# fish completion for m2scorer.py
complete --command m2scorer.py --wraps m2scorer
